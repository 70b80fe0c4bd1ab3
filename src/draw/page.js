/* page.js - the viewer of games, in a page that luddraw wrote, or in elements <ludus-game src="game.html"> of any
 * other page, which take the data from such a page. After page_board.js. */

const DEEPEST = 100; /* nesting of variations in the list of moves */

/* ---- Parts of a game that do not change ---- */

function figurines(into, text, shape, say) {
	for (const part of text.split(/([\ue000-\ue00f])/)) {
		const kind = shape.figurines && part.length === 1 && shape.kinds[part.charCodeAt(0) - 0xe000];
		if (kind) add(add(into, 'svg', { viewBox: '0 0 45 45', role: 'img', 'aria-label': say(kind[3]) }), 'use', { href: '#' + kind[1] });
		else into.append(part);
	}
}

/* The moves, comments and variations; with `figure`, which draws a turn, for print. */
function listMoves(box, game, shape, say, id, figure) {
	let into = box, depth = 0, follows = false, last = null;
	for (const item of game.line.slice(1)) {
		const second = item.b !== !!shape.first, plain = item.u || figure;
		if (item === '(') {
			if (++depth <= DEEPEST) into = add(into, 'span', { class: 'variation' });
		} else if (item === ')') {
			if (depth && depth-- <= DEEPEST) into = into.parentNode;
		} else if (item.w !== undefined) {
			const turn = add(into, 'span', { class: second ? 'turn second' : 'turn' });
			last = add(turn, plain ? 'span' : 'a', plain ? {} : { id: id + item.label, href: '#' + id + item.label });
			if (shape.sided) add(last, 'b', {}, item.number + (item.b ? 'B. ' : 'W. '));
			else if (!second || !follows) add(last, 'b', {}, item.number + (second ? '\u2026 ' : '. '));
			for (const word of item.words) { figurines(add(last, 'span', item.u ? { class: 'fault', title: item.u.length ? item.u : '' } : {}), word, shape, say); last.append(' ') }
			last.lastChild.remove();
			if (evaluation(item)) add(last, 'small', { class: 'eval' }, ' ' + evaluation(item));
			if (item.q !== undefined) add(last, 'small', { class: 'clock' }, ' ' + clock(item.q));
			if (figure && item.g) figure(into, item);
		} else if (item.n !== undefined) {
			(last || into).append(item.n);
		} else {
			add(into, 'span', { class: item.c !== undefined ? 'comment' : item.o !== undefined ? 'result' : 'fault' }, item.c || item.o || item.u);
		}
		follows = item.w !== undefined || (follows && item.n !== undefined);
		into.append(' ');
	}
}

/* The board as a table for screen readers. */
function makeTable(parent, shape, say) {
	const table = add(add(parent, 'div', { class: 'hidden' }), 'table', {}), holes = new Set(shape.holes);
	add(table, 'caption', {}, say('Board'));
	const head = add(add(table, 'thead', {}), 'tr', {}), body = add(table, 'tbody', {});
	add(head, 'td', {});
	for (let file = 0; file < shape.files; file++) add(head, 'th', { scope: 'col' }, String.fromCharCode(97 + file));
	for (let rank = shape.ranks - 1; rank >= 0; rank--) {
		const row = add(body, 'tr', {});
		add(row, 'th', { scope: 'row' }, rank + 1);
		for (let square = rank * shape.files; square < (rank + 1) * shape.files; square++)
			if (holes.has(square)) add(row, 'td', {}, say('no point')); else add(row, 'td', { 'data-s': square });
	}
	return table;
}

function fillTable(table, shape, turn, notes, say) {
	const marked = [];
	for (const note of notes) if (note.length === 2) marked[note[1]] = note[0];
	for (const td of table.querySelectorAll('td[data-s]')) {
		const cell = turn.cells[td.dataset.s], mark = marked[td.dataset.s];
		let text = '';
		if (cell) text = say(cell[1] ? 'black {piece}' : 'white {piece}', { piece: say(kindOf(shape, cell[0])[3]) });
		if (cell && cell[2]) text = say('{piece}, bound', { piece: text });
		td.textContent = text + (mark ? ' (' + say('{colour} mark', { colour: say(mark) }) + ')' : '');
	}
}

/* White's chances by turns of the main line: a slider, which the keys of the page move. */
function makeGraph(parent, game, say, go) {
	const line = lineFrom(game.turns, 0);
	const known = line.filter(function (index) { return game.turns[index].chance !== undefined });
	if (known.length < 2) return null;
	const box = add(parent, 'div', { class: 'graph', role: 'slider', tabindex: 0, 'aria-label': say('Chances of White'), 'aria-valuemin': 0, 'aria-valuemax': line.length - 1 });
	const svg = add(box, 'svg', { viewBox: '0 0 ' + (line.length - 1) + ' 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
	const path = known.map(function (index) { return line.indexOf(index) + ' ' + (100 - game.turns[index].chance) }).join('L');
	/* Before the first turn that is judged, and behind the last, neither side has a colour. */
	const first = line.indexOf(known[0]), last = line.indexOf(known[known.length - 1]);
	add(svg, 'path', { class: 'black', d: 'M' + first + ' 0H' + last + 'V100H' + first + 'z' });
	add(svg, 'path', { class: 'white', d: 'M' + first + ' 100L' + path + 'L' + last + ' 100z' });
	add(svg, 'path', { class: 'even', d: 'M0 50H' + line.length });
	const here = add(svg, 'path', { class: 'here' });
	const point = function (event) {
		const edge = box.getBoundingClientRect();
		if (event.buttons === 1) go(line[Math.max(0, Math.min(line.length - 1, Math.round((event.clientX - edge.left) / edge.width * (line.length - 1))))]);
	};
	box.addEventListener('pointerdown', point);
	box.addEventListener('pointermove', point);
	box.show = function (index) {
		const turn = game.turns[index], on = line.indexOf(index);
		here.setAttribute('d', on < 0 ? '' : 'M' + on + ' 0V100');
		if (on >= 0) box.setAttribute('aria-valuenow', on);
		box.setAttribute('aria-valuetext', (turn.label ? turn.label + ' ' + turn.words.join(' ') : say('Start')) + (turn.chance === undefined ? '' : ': ' + Math.round(turn.chance) + '\u2009%'));
	};
	return box;
}

/* ---- The viewer ---- */

/* Shows the games of <main> in `root`, a document or the shadow of an element; opens what the address names. */
function replay(root, main, data, lang, address) {
	const say = speaker(lang), games = data.games, sections = main.querySelectorAll('.game'), page = root === document;
	const flipped = main.classList.contains('flipped');
	let game, view, board, shape, id = '', at = 0, timer = 0, touch = null, chooser = null;

	function show(index, quiet) {
		const turn = game.turns[at = Math.max(0, Math.min(index, game.turns.length - 1))], notes = (turn.k || []).concat(turn.mine || []);
		clearTimeout(game.answering);
		showPieces(board, turn);
		showMoves(board, turn);
		showNotes(board, notes);
		fillTable(view.table, shape, turn, notes, say);
		showDice(view.dice, shape, turn, say);
		showStock(view.hand, shape, say('In hand:'), (turn.h || '').match(/[A-Za-z]\d+/g) || []);
		showStock(view.taken, shape, say('Taken:'), Object.keys(turn.taken).map(function (letter) { return letter + turn.taken[letter] }));
		showPlayers(turn);
		view.toMove.textContent = state(say, turn);
		view.say.textContent = quiet ? '' : turn.words.length ? tell(say, turn, game.turns[turn.p], shape) : say('Start');
		for (const link of view.moves.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current');
		const link = turn.label && root.getElementById(id + turn.label);
		if (link) {
			link.setAttribute('aria-current', 'step');
			const box = view.moves, top = link.offsetTop - box.offsetTop;
			if (top < box.scrollTop || top + link.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 3;
		}
		if (view.graph) view.graph.show(at);
		view.back.disabled = view.first.disabled = at === 0;
		view.next.disabled = view.last.disabled = view.play.disabled = following(at) < 0;
		if (following(at) < 0) stop();
	}

	function showPlayers(turn) {
		view.players.forEach(function (bar, below) {
			const black = below === (board.flipped ? 1 : 0), name = black ? game.black : game.white, elo = black ? game.blackElo : game.whiteElo;
			const time = turn.clocks[black ? 1 : 0];
			bar.textContent = '';
			add(bar, 'span', { class: black ? 'disc black' : 'disc', role: 'img', 'aria-label': side(say, black) });
			add(bar, 'span', { class: 'name' }, (name || side(say, black)) + (elo ? ' (' + elo + ')' : ''));
			if (time !== undefined) add(bar, 'span', { class: 'clock' }, clock(time));
		});
	}

	/* The turn that follows another in its line, or -1; the solution of a problem is not shown before it is wanted. */
	function following(index) {
		return game.trying ? -1 : after(game.turns, index);
	}

	/* Goes to a turn because the reader asks for it, and says so in the address. The focus goes along where it is on a move. */
	function go(index) {
		if (index < 0) return;
		show(index);
		if (game.trying) expect();
		const held = root.activeElement, link = view.moves.querySelector('[aria-current]');
		if (held && held !== link && held.matches('.moves a')) { if (link) link.focus({ preventScroll: true }); else held.blur() }
		if (!page || game.trying) return;
		const turn = game.turns[at];
		try { history.replaceState(null, '', '#' + (turn.label ? id + turn.label : id && !game.at ? id.slice(0, -1) : id + 'start')) } catch (_) { /* a page in a frame without an address of its own */ }
	}

	function back() {
		const before = game.turns[at].p, solver = game.turns.length > 1 && game.turns[1].b;
		go(game.trying && before > 0 && game.turns[before].b === solver ? game.turns[before].p : before);
	}

	/* The next of the turns that stand for one another: that of the line, those of its variations. */
	function other() {
		const same = game.turns.map(function (_, i) { return i }).filter(function (i) { return game.turns[i].p === game.turns[at].p });
		if (same.length > 1 && !game.trying) go(same[(same.indexOf(at) + 1) % same.length]);
	}

	function end() { if (!game.trying) go(lineFrom(game.turns, at).pop()) }

	function label(button, text) { button.querySelector('span').textContent = say(text) }

	function stop() {
		clearInterval(timer);
		timer = 0;
		if (view) { label(view.play, 'Play'); view.play.setAttribute('aria-pressed', 'false') }
	}

	function play() {
		if (timer) return stop();
		timer = setInterval(function () { go(following(at)) }, 1400);
		label(view.play, 'Stop');
		view.play.setAttribute('aria-pressed', 'true');
	}

	function flip() {
		turnRound(board);
		show(at, true);
		if (game.trying) expect();
	}

	function copy(text) {
		const done = function () { view.say.textContent = say('Copied') }, area = document.createElement('textarea');
		if (navigator.clipboard && window.isSecureContext) { navigator.clipboard.writeText(text).then(done, function () {}); return }
		area.value = text;
		document.body.append(area);
		area.select();
		if (document.execCommand('copy')) done();
		area.remove();
	}

	/* ---- Problems: the reader looks for the solution ---- */

	function children(index) { return game.turns.filter(function (turn) { return turn.p === index }) }
	function roll(turn) { return turn.d ? turn.d.map(function (die) { return die[0] }) : [] }
	function printed(turn) { return turn.words.join(' ') }

	/* The record's turns with the roll that is shown: each time that the reader comes here, that of another turn. */
	function choices() {
		const all = children(at), lead = all[(game.turns[at].visits || 0) % all.length];
		return all.filter(function (turn) { return String(roll(turn)) === String(roll(lead)) });
	}

	function verdict(text) { view.verdict.textContent = text }

	/* Waits for the reader's next turn. */
	function expect() {
		const lead = choices()[0];
		game.steps = [];
		game.from = undefined;
		view.pieces.textContent = '';
		if (!lead) return;
		const dice = roll(lead);
		if (dice.length) showDice(view.dice, shape, { d: dice.map(function (face) { return [face, NONE] }), m: [] }, say);
		if (dice.length) verdict(say('The roll is {dice}.', { dice: say.list(dice) }));
		if (!(lead.m || []).length) answer(lead); /* it can only pass */
	}

	/* Judges the moves of the reader so far, which may be a part of a turn, in any order. */
	function judge() {
		const fitting = choices().filter(function (turn) {
			const left = turn.m.slice();
			return game.steps.every(function (step) {
				const found = left.findIndex(function (move) { return move[0] === step[0] && move[1] === step[1] });
				return found >= 0 && left.splice(found, 1);
			});
		}), whole = fitting.filter(function (turn) { return turn.m.length === game.steps.length });
		const move = game.steps.map(function (step) { return (step[0] < NONE ? nameOf(step[0], shape) + '\u2013' : '') + nameOf(step[1], shape) }).join(', ');
		if (whole.length && printed(whole[0]).includes('=')) askPiece(whole, move);
		else if (whole.length) answer(whole[0]);
		else if (fitting.length) verdict(say('{move} is right; the turn goes on.', { move: move }));
		else wrong(move);
	}

	function wrong(move) {
		verdict(say('{move} is not the solution.', { move: move }));
		game.steps = [];
		showPieces(board, game.turns[at]);
	}

	function askPiece(turns, text) {
		verdict(say('Which piece does it become?'));
		view.pieces.textContent = '';
		for (const kind of shape.kinds) {
			const button = add(view.pieces, 'button', { type: 'button' }, say(kind[3]));
			button.addEventListener('click', function () {
				const right = turns.find(function (turn) { return turn.cells[turn.m[turn.m.length - 1][1]][0] === kind[0] });
				view.pieces.textContent = '';
				if (right) answer(right); else wrong(text + '=' + kind[0]);
			});
		}
	}

	/* Plays the reader's turn and the record's answer: each time that the reader comes here, another one. */
	function answer(turn) {
		const index = game.turns.indexOf(turn), replies = children(index), reply = replies[(turn.visits || 0) % replies.length];
		game.turns[at].visits = (game.turns[at].visits || 0) + 1;
		turn.visits = (turn.visits || 0) + 1;
		if (/(^|[^!])\?/.test(printed(turn))) {
			wrong(printed(turn));
			if (reply) verdict(say('{move} is a try; {reply} refutes it.', { move: printed(turn), reply: printed(reply) }));
			return;
		}
		show(index);
		if (!reply) return reveal(say('Solved.'));
		verdict(say('{move} is right.', { move: printed(turn) }));
		game.answering = setTimeout(function () {
			show(game.turns.indexOf(reply));
			if (!children(at).length) return reveal(say('Solved.'));
			verdict(say('The answer is {reply}.', { reply: printed(reply) }));
			const said = view.verdict.textContent;
			expect();
			if (view.verdict.textContent !== said) view.verdict.prepend(said + ' ');
		}, 700);
	}

	function reveal(text) {
		game.trying = false;
		hideSolution();
		view.asked.textContent = asked() + (text ? '. ' + text : '');
		show(at);
	}

	function hideSolution() {
		view.tries.hidden = !game.trying;
		view.moves.hidden = !!game.trying;
		if (view.graph) view.graph.hidden = !!game.trying;
	}

	function asked() { return asks(say, game.asked, game.turns[0].fen.split(' ')[1] === 'b', shape.mates) }

	function touchSquare(square) {
		const placing = choices().some(function (turn) { return (turn.m || []).some(function (move) { return move[0] === NONE && move[1] === square }) });
		const cells = game.turns[at].cells.slice();
		for (const step of game.steps) { cells[step[1]] = cells[step[0]]; delete cells[step[0]] }
		if (game.from === undefined && !placing && !cells[square]) return;
		if (game.from === undefined && !placing) game.from = square;
		else if (game.from === square) game.from = undefined;
		else {
			game.steps.push([placing && game.from === undefined ? NONE : game.from, square]);
			if (game.from !== undefined) { cells[square] = cells[game.from]; delete cells[game.from] }
			game.from = undefined;
			showPieces(board, { cells: cells });
			return judge();
		}
		showPieces(board, { cells: cells });
		if (game.from !== undefined) tint(board, square, 'ludus-last');
	}

	/* A typed move: as it is printed, or its squares, without regard to signs. */
	function typed(text) {
		const plain = function (text) { return text.replace(/\([^)]*\)|e\.p\.|[^A-Za-z0-9=@]/g, '') };
		const right = choices().find(function (turn) {
			const squares = (turn.m || []).map(function (move) { return nameOf(move[0], shape) + nameOf(move[1], shape) }).join('');
			return [printed(turn), squares, squares + printed(turn).replace(/^[^=]*/, '')].some(function (form) { return plain(form) === plain(text) });
		});
		if (right) answer(right); else wrong(text);
	}

	/* ---- The elements of a game's section, made on the first visit ---- */

	function makeKeys(parent) {
		const button = function (key, sign, text, action, title) {
			const element = add(parent, 'button', { type: 'button', title: title });
			add(element, 'i', { 'aria-hidden': 'true' }, sign);
			add(element, 'span', {}, say(text));
			element.addEventListener('click', action);
			view[key] = element;
		};
		button('first', '\u00ab', 'Start', function () { go(0) }, 'Home');
		button('back', '\u2039', 'Back', back, '\u2190');
		button('play', '\u25b8', 'Play', play, 'Space');
		button('next', '\u203a', 'Next', function () { go(following(at)) }, '\u2192');
		button('last', '\u00bb', 'End', end, 'End');
		button('flip', '\u21c5', 'Flip', flip, 'f');
		if (game.record) button('copy', '\u00b6', 'Copy record', function () { copy(game.record) }, say('Copy record'));
		button('fen', 'FEN', 'Copy FEN', function () { copy(game.turns[at].fen) }, say('Copy FEN'));
		view.play.setAttribute('aria-pressed', 'false');
	}

	function makeTries(parent) {
		view.tries = add(parent, 'div', { class: 'tries', hidden: '' });
		view.verdict = add(view.tries, 'p', { class: 'verdict', 'aria-live': 'polite' }, say('Move on the board, or type your move.'));
		view.pieces = add(view.tries, 'p', {});
		const form = add(view.tries, 'form', {}), input = add(form, 'input', { 'aria-label': say('Your move'), autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
		add(form, 'button', {}, say('Try'));
		form.addEventListener('submit', function (event) {
			event.preventDefault();
			if (input.value.trim()) typed(input.value.trim());
			input.value = '';
		});
		add(view.tries, 'button', { type: 'button' }, say('Show solution')).addEventListener('click', function () { reveal() });
	}

	/* Swipe and wheel over the board; the reader's arrows and marks; moves of a problem. */
	function listen(svg) {
		let from = -1;
		svg.addEventListener('touchstart', function (event) { touch = event.touches.length > 1 ? null : event.touches[0] }, { passive: true });
		svg.addEventListener('touchend', function (event) {
			const up = event.changedTouches[0], dx = touch ? up.clientX - touch.clientX : 0;
			if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(up.clientY - touch.clientY)) { if (dx < 0) go(following(at)); else back() }
		});
		svg.addEventListener('wheel', function (event) {
			const to = event.deltaY > 0 ? following(at) : event.deltaY < 0 ? game.turns[at].p : -1;
			if (to < 0 || event.ctrlKey || game.trying) return;
			event.preventDefault();
			go(to);
		}, { passive: false });
		svg.addEventListener('contextmenu', function (event) { event.preventDefault() });
		svg.addEventListener('pointerdown', function (event) {
			const turn = game.turns[at], square = squareAt(board, event);
			if (event.button === 2) { from = square; return }
			if (event.button !== 0) return;
			if (game.trying) { if (square >= 0) touchSquare(square) } else if (turn.mine) { delete turn.mine; show(at, true) }
		});
		svg.addEventListener('pointerup', function (event) {
			const to = squareAt(board, event), turn = game.turns[at], colour = event.shiftKey ? 'red' : event.altKey ? 'blue' : 'green';
			if (event.button !== 2 || from < 0 || to < 0) return;
			const note = to === from ? [colour, to] : [colour, from, to], mine = turn.mine || [];
			const others = mine.filter(function (one) { return String(one.slice(1)) !== String(note.slice(1)) });
			turn.mine = others.length < mine.length ? others : others.concat([note]);
			from = -1;
			show(at, true);
		});
	}

	function make(section) {
		section.classList.add('made');
		if (!game.white && !game.black && game.turns.every(function (turn) { return turn.q === undefined })) section.classList.add('nameless');
		const stage = add(section, 'div', { class: 'stage' }), left = add(stage, 'div', { class: 'left' }), players = [add(left, 'p', { class: 'player' })];
		board = makeBoard(add(left, 'div', { class: 'board' }), shape, flipped);
		players.push(add(left, 'p', { class: 'player' }));
		view = { board: board, players: players, table: makeTable(left, shape, say) };
		const box = board.svg.viewBox.baseVal, status = add(left, 'div', { class: 'state' });
		stage.style.setProperty('--ratio', box.width / box.height);
		for (const [name, kind] of [['toMove', 'to-move'], ['dice', 'dice'], ['hand', 'stock'], ['taken', 'stock']]) view[name] = add(status, 'p', { class: kind });
		makeKeys(add(stage, 'div', { class: 'keys' }));
		if (game.asked) {
			section.insertBefore(view.asked = section.querySelector('.asked') || add(section, 'p', { class: 'asked' }, asked()), stage);
			section.classList.add('problem');
		}
		view.moves = add(stage, 'div', { class: shape.dice ? 'moves long' : 'moves short', tabindex: 0, role: 'region', 'aria-label': say('Moves') + ': ' + section.querySelector('h1').textContent });
		listMoves(view.moves, game, shape, say, id);
		makeTries(stage);
		view.graph = makeGraph(stage, game, say, go);
		view.say = add(stage, 'p', { class: 'say hidden', 'aria-live': 'polite' });
		listen(board.svg);
		return view;
	}

	function complete(index) {
		game = games[index];
		shape = data.boards[game.board];
		id = index ? 'g' + (index + 1) + '-' : '';
		if (!game.turns) unfold(game, shape);
	}

	/* Opens a game, its board turned as it is at first. */
	function open(index) {
		stop();
		if (game) { sections[games.indexOf(game)].hidden = true; sections[games.indexOf(game)].classList.remove('open') }
		else if (index) sections[0].hidden = true;
		complete(index);
		sections[index].hidden = false;
		sections[index].classList.add('open');
		if (chooser) chooser.value = index;
		if (!game.view) {
			game.view = make(sections[index]);
			game.trying = !!game.asked && game.turns.length > 1;
		}
		view = game.view;
		board = view.board;
		if (board.flipped !== flipped) turnRound(board);
		hideSolution();
	}

	/* #7B, #g2-7B, #g2, #start; of the first game also #g1-7B, #g1. A problem is shown unsolved unless a turn is named. */
	function follow(wanted) {
		try { wanted = decodeURIComponent(wanted) } catch (_) { /* "100%": no address of a turn */ }
		const parts = wanted.match(/^(?:g(\d+)(?:-|$))?(.*)/), index = parts[1] && games[parts[1] - 1] ? parts[1] - 1 : 0;
		if (game !== games[index]) open(index);
		const at = turnAt(parts[2]);
		if (at > 0 && game.trying) reveal();
		show(at > 0 || parts[2] ? at : turnAt(game.at), !parts[2]);
		if (game.trying) expect();
	}

	function turnAt(label) {
		return Math.max(0, game.turns.findIndex(function (turn) { return turn.label && turn.label === label }));
	}

	/* All games for print, or of a part of another page the one that is open: their moves in columns, small diagrams where the record asks for them and at the end. */
	function print() {
		const open = games.indexOf(game);
		games.forEach(function (_, index) {
			if ((!page && index !== open) || sections[index].querySelector('.printed')) return;
			complete(index);
			sections[index].classList.add('made');
			if (game.asked && !sections[index].querySelector('.asked')) add(sections[index], 'p', { class: 'asked' }, asked());
			const box = add(sections[index], 'div', { class: shape.dice ? 'printed long' : 'printed' });
			const figure = function (into, turn) {
				const drawn = makeBoard(add(into, 'figure', {}), shape, flipped);
				showPieces(drawn, turn);
				showNotes(drawn, turn.k || []);
			};
			const last = lineFrom(game.turns, 0).pop();
			if (game.asked || game.turns[0].fen !== shape.start) figure(box, game.turns[0]);
			listMoves(box, game, shape, say, '', figure);
			if (last && !game.turns[last].g) figure(box, game.turns[last]);
		});
		complete(open);
	}

	for (const name of main.querySelectorAll('.tags b')) name.textContent = say('{word}:', { word: say(name.textContent.slice(0, -1)) });
	if (games.length > 1) {
		const bar = document.createElement('p');
		main.insertBefore(bar, main.querySelector('.game'));
		bar.className = 'chooser';
		main.classList.add('several');
		chooser = add(add(bar, 'label', {}, say('Game') + ' '), 'select', {});
		sections.forEach(function (section, i) { add(chooser, 'option', { value: i }, i + 1 + '. ' + section.querySelector('h1').textContent) });
		chooser.addEventListener('change', function () { open(+chooser.value); go(turnAt(game.at)) });
	}
	root.addEventListener('keydown', function (event) {
		if (event.altKey || event.ctrlKey || event.metaKey || /^(SELECT|INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
		const actions = { ArrowRight: function () { go(following(at)) }, ArrowLeft: back, Home: function () { go(0) }, End: end, f: flip, v: other };
		const name = event.key.length > 1 ? event.key : event.key.toLowerCase();
		if (event.key === ' ' && event.target.tagName !== 'BUTTON' && event.target.tagName !== 'A') actions[' '] = play;
		if (!actions[name]) return;
		event.preventDefault();
		actions[name]();
	});
	root.addEventListener('click', function (event) {
		const link = event.target.closest && event.target.closest('.moves a');
		if (!link) return;
		event.preventDefault();
		stop();
		go(game.turns.findIndex(function (turn) { return turn.label && id + turn.label === link.id }));
	});
	follow(address);
	window.addEventListener('beforeprint', print);
	matchMedia('print').addEventListener('change', function (event) { if (event.matches) print() });
	if (!page) return;
	/* The browser has gone to the move that the address names; the reader wants to see the board. */
	const seeBoard = function () { if (location.hash) board.svg.scrollIntoView({ block: 'nearest' }) };
	window.addEventListener('hashchange', function () { follow(location.hash.slice(1)); seeBoard() });
	window.addEventListener('load', function () { setTimeout(seeBoard) });
}

/* <ludus-game src="game.html#g2-7B">: games of a page that luddraw wrote. What stands in the element is shown until
 * they are there, and stays if they cannot be had. */
class LudusGame extends HTMLElement {
	connectedCallback() {
		const source = new URL(this.getAttribute('src') || '', this.baseURI), near = this.closest('[lang]');
		if (this.shadowRoot || this.asked) return;
		this.asked = true;
		fetch(source).then(function (answer) { return answer.ok ? answer.text() : Promise.reject() }).then((text) => {
			const page = new DOMParser().parseFromString(text, 'text/html'), data = JSON.parse(page.getElementById('ludus-data').textContent);
			const root = this.attachShadow({ mode: 'open' }), sheet = new CSSStyleSheet();
			sheet.replaceSync(page.querySelector('style').textContent);
			root.adoptedStyleSheets = [sheet];
			const main = page.querySelector('main'), box = add(root, 'div', { class: main.className + ' part' });
			box.append(...Array.from(main.children, function (part) { return document.importNode(part, true) }));
			replay(root, box, data, near && near.lang, source.hash.slice(1));
		}).catch(function () {});
	}
}

const data = document.getElementById('ludus-data');
if (data) replay(document, document.querySelector('main'), JSON.parse(data.textContent), document.documentElement.lang, location.hash.slice(1));
else if (!customElements.get('ludus-game')) customElements.define('ludus-game', LudusGame);
