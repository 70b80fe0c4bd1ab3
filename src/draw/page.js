'use strict';
(function () {
	const games = JSON.parse(document.getElementById('ludus-data').textContent);
	const NS = 'http://www.w3.org/2000/svg';
	const pips = [0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d];
	let game, view, at = 0, flipped = false, timer = 0, touch = null, shown = null;

	function add(parent, name, attributes, text) {
		const element = document.createElementNS(NS, name);
		for (const key in attributes) element.setAttribute(key, attributes[key]);
		if (text !== undefined) element.textContent = text;
		return parent.appendChild(element);
	}

	/* Squares of a FEN's first field, numbered from a1: [letter, black?, bound?]. */
	function read(placement) {
		const cells = [];
		placement.split('/').forEach(function (row, down) {
			let file = 0;
			for (const sign of row.match(/\d+|[A-Za-z]'?/g) || []) {
				if (sign > 0) { file += +sign; continue }
				const letter = sign[0].toUpperCase();
				cells[(game.ranks - 1 - down) * game.files + file++] = [letter, sign[0] !== letter, sign.length > 1];
			}
		});
		return cells;
	}

	function corner(square) {
		const file = square % game.files, rank = Math.floor(square / game.files);
		return [45 * (flipped ? game.files - 1 - file : file), 45 * (flipped ? rank : game.ranks - 1 - rank)];
	}

	function draw(parent, letter, black, x, y, bound) {
		for (const image of bound ? [game.kinds[letter][black ? 1 : 0], 'bound'] : [game.kinds[letter][black ? 1 : 0]])
			add(parent, 'use', { href: '#' + image, x: x, y: y });
	}

	/* A group that carries the colours of a side, outside the board. */
	function small(parent, letter, black) {
		const svg = add(parent, 'svg', { viewBox: '0 0 45 45', 'aria-hidden': 'true' });
		draw(add(svg, 'g', { fill: black ? '#000' : '#fff', color: black ? '#fff' : '#000', stroke: '#000',
			'stroke-width': 1.5, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }), letter, black, 0, 0);
	}

	/* An arrow through the squares of `path`. Keeps `tail` and `head` from the middles of the first and the last. */
	function arrow(path, name, tail, head, below) {
		const points = path.map(function (square) { const at = corner(square); return [at[0] + 22.5, at[1] + 22.5 + (below || 0)] });
		const toward = function (a, b, distance) {
			const dx = b[0] - a[0], dy = b[1] - a[1], long = Math.hypot(dx, dy) || 1;
			return [a[0] + distance * dx / long, a[1] + distance * dy / long, dx / long, dy / long];
		};
		const last = points.length - 1, start = toward(points[0], points[1], tail), stop = toward(points[last], points[last - 1], head);
		const tx = stop[0], ty = stop[1], ux = -stop[2], uy = -stop[3], line = [start].concat(points.slice(1, last), [[tx - 11 * ux, ty - 11 * uy]]);
		const group = add(view.over, 'g', { class: name });
		add(group, 'path', { d: 'M' + line.map(function (at) { return at[0] + ' ' + at[1] }).join('L') });
		add(group, 'path', { class: 'head', d: 'M' + tx + ' ' + ty + 'L' + (tx - 12 * ux - 6 * uy) + ' ' + (ty - 12 * uy + 6 * ux) +
			'L' + (tx - 12 * ux + 6 * uy) + ' ' + (ty - 12 * uy - 6 * ux) + 'z' });
	}

	function distance(x, y, from, to) {
		const a = corner(from), b = corner(to), dx = b[0] - a[0], dy = b[1] - a[1], long = Math.hypot(dx, dy) || 1;
		const along = ((x - a[0] - 22.5) * dx + (y - a[1] - 22.5) * dy) / long, on = Math.min(Math.max(along, 0), long - 13);
		return Math.hypot(a[0] + 22.5 + on * dx / long - x, a[1] + 22.5 + on * dy / long - y);
	}

	/* The first corner of a square, `off` from its middle, that no arrow [from, to] and no number [x, y] comes near. */
	function freeCorner(square, signs, off, arrows, numbers) {
		const here = corner(square), corners = signs.map(function (sign) { return [here[0] + 22.5 + off * sign[0], here[1] + 22.5 + off * sign[1]] });
		return corners.find(function (at) {
			return numbers.every(function (number) { return Math.hypot(number[0] - at[0], number[1] - at[1]) >= 12 }) &&
				arrows.every(function (arrow) { return distance(at[0], at[1], arrow[0], arrow[1]) >= 12 });
		}) || corners[0];
	}

	/* A number over the arrows. */
	function badge(at, number) {
		add(view.over, 'circle', { class: 'ludus-badge', cx: at[0], cy: at[1], r: 7 });
		add(view.over, 'text', { class: 'ludus-badge-text', x: at[0], y: at[1] + 3.6, 'font-size': 10, 'text-anchor': 'middle' }, number);
	}

	function showBoard(turn) {
		const cells = read(turn.f);
		for (const group of [view.under, view.over, view.white, view.black]) group.textContent = '';
		cells.forEach(function (cell, square) {
			const at = corner(square);
			draw(cell[1] ? view.black : view.white, cell[0], cell[1], at[0], at[1], cell[2]);
		});
		const moves = turn.m || [];
		for (const move of moves)
			for (const square of new Set(move.slice(0, 2).concat(move.slice(4, 6))))
				if (square < 255)
					add(view.under, 'rect', { class: 'ludus-last', x: corner(square)[0], y: corner(square)[1], width: 45, height: 45, rx: view.round });
		for (const line of turn.j || []) { /* between flankers */
			const a = corner(line[0]), b = corner(line[1]);
			add(view.under, 'path', { class: 'ludus-flank', d: 'M' + (a[0] + 22.5) + ' ' + (a[1] + 22.5) + 'L' + (b[0] + 22.5) + ' ' + (b[1] + 22.5) });
		}
		const drawn = moves.filter(function (move) { return move[0] < 255 && move[1] < 255 && (move[0] !== move[1] || move[6]) && !move[3] });
		const ghosts = new Set((turn.x || []).map(function (taken) { return taken[0] }).filter(function (square) { return !cells[square] }));
		const paths = drawn.map(function (move) { return [move[0]].concat(move[6] || [], move[1]) }); /* over the landings of a chain */
		for (const path of paths) arrow(path, 'ludus-arrow', ghosts.has(path[0]) ? 17 : 6, ghosts.has(path[path.length - 1]) ? 17 : 13);
		for (const move of moves) if (move[4] < 255) arrow([move[4], move[5]], 'ludus-arrow', 6, 13, 13); /* the rook */
		const arrows = paths.flatMap(function (path) { return path.slice(1).map(function (to, i) { return [path[i], to] }) }).concat(
			(turn.k || []).filter(function (note) { return note.length > 2 }).map(function (note) { return note.slice(1) }));
		/* Numbers stand at the tails, or beside a piece or a ghost that is there. */
		const numbers = [];
		if (moves.length > 1) for (const move of drawn)
			numbers.push(cells[move[0]] || ghosts.has(move[0]) ? freeCorner(move[0], [[-1, -1], [1, -1], [-1, 1], [1, 1]], 14.5, arrows, numbers) :
				corner(move[0]).map(function (edge) { return edge + 22.5 }));
		for (const taken of turn.x || []) {
			const square = taken[0], here = corner(square), ghostly = ghosts.has(square), r = ghostly ? 9 : 4;
			const at = ghostly ? [here[0] + 22.5, here[1] + 22.5] :
				freeCorner(square, [[1, -1], [-1, -1], [-1, 1], [1, 1]], 15, arrows, numbers), x = at[0], y = at[1];
			if (ghostly) {
				const black = taken[2] ? turn.b : !turn.b; /* the mover's own man, who was bound, has fallen */
				const ghost = add(black ? view.black : view.white, 'g', { class: 'ludus-ghost' });
				draw(ghost, taken[1], black, here[0], here[1]);
			}
			add(view.over, 'path', { class: 'ludus-taken', d: 'M' + (x - r) + ' ' + (y - r) + 'l' + 2 * r + ' ' + 2 * r + 'm0-' + 2 * r + 'l-' + 2 * r + ' ' + 2 * r });
		}
		numbers.forEach(function (at, index) { badge(at, moves.indexOf(drawn[index]) + 1) });
		/* Marks and arrows of comments. */
		const marked = [];
		for (const note of turn.k || []) {
			const name = 'ludus-note ludus-' + note[0], here = corner(note[1]);
			if (note.length > 2) { arrow([note[1], note[2]], name, 6, 13); continue }
			add(view.over, 'circle', { class: name, cx: here[0] + 22.5, cy: here[1] + 22.5, r: 20 });
			marked[note[1]] = note[0];
		}
		for (const td of view.table.querySelectorAll('td[data-s]')) {
			const cell = cells[td.dataset.s], mark = marked[td.dataset.s];
			td.textContent = (cell ? (cell[1] ? 'black ' : 'white ') + game.kinds[cell[0]][2] + (cell[2] ? ', bound' : '') : '') +
				(mark ? ' (' + mark + ' mark)' : '');
		}
	}

	function showDice(turn) {
		const list = view.state.querySelector('.dice');
		list.textContent = '';
		for (const die of turn.d || []) {
			const svg = add(list, 'svg', { viewBox: '-1 -1 34 34', class: die[1] < 0 ? 'die idle' : 'die', role: 'img',
				'aria-label': die[0] + (die[1] < 0 ? ', not used' : '') });
			add(svg, 'rect', { x: 1, y: 1, width: 30, height: 30, rx: 6 });
			if (!pips[die[0]]) add(svg, 'text', { x: 16, y: 23, 'text-anchor': 'middle', 'font-size': 18 }, die[0] || '?');
			for (let i = 0; i < 9; i++)
				if (pips[die[0]] >> i & 1) add(svg, 'circle', { cx: 8.5 + 7.5 * (i % 3), cy: 8.5 + 7.5 * Math.floor(i / 3), r: 2.9 });
			if (die[1] >= 0 && turn.m[die[1]][2]) small(list, turn.m[die[1]][2], turn.b);
		}
	}

	/* Letters and counts as in a FEN's hand field: M16D1m16d1. */
	function showStock(element, label, text) {
		element.textContent = text ? label + ' ' : '';
		for (const item of (text || '').match(/[A-Za-z]\d+/g) || []) {
			small(element, item[0].toUpperCase(), item[0] !== item[0].toUpperCase());
			element.append(item.slice(1) > 1 ? '\u00d7' + item.slice(1) + ' ' : ' ');
		}
	}

	function hash() {
		const turn = game.turns[at];
		return '#' + (turn.l ? game.id + turn.l : game.id && !game.at ? game.id.slice(0, -1) : game.id + 'start');
	}

	function show(index, quiet) {
		at = Math.max(0, Math.min(index, game.turns.length - 1));
		const turn = game.turns[at];
		showBoard(turn);
		showDice(turn);
		showStock(view.state.querySelector('.hand'), 'In hand:', turn.h);
		showStock(view.state.querySelector('.taken'), 'Taken:', turn.t);
		view.state.querySelector('.to-move').textContent = turn.s;
		view.say.textContent = quiet ? '' : turn.w || 'Start';
		for (const link of view.moves.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current');
		const link = turn.l && document.getElementById(game.id + turn.l);
		if (link) {
			link.setAttribute('aria-current', 'step');
			const box = view.moves, top = link.offsetTop - box.offsetTop;
			if (top < box.scrollTop || top + link.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 3;
		}
		view.back.disabled = view.first.disabled = at === 0;
		view.next.disabled = view.last.disabled = view.play.disabled = following(at) < 0;
		if (following(at) < 0) stop();
	}

	function following(index) {
		for (let i = index + 1; i < game.turns.length; i++) if (game.turns[i].p === index) return i;
		return -1;
	}

	/* Goes to a turn because the reader asks for it, and says so in the address. The focus goes along where it is on a move. */
	function go(index) {
		if (index < 0) return;
		show(index);
		const held = document.activeElement, link = view.moves.querySelector('[aria-current]');
		if (held && held !== link && held.matches('.moves a')) { if (link) link.focus({ preventScroll: true }); else held.blur() }
		try { history.replaceState(null, '', hash()) } catch (_) { /* a page in a frame without an address of its own */ }
	}

	/* The next of the turns that stand for one another: that of the line, those of its variations. */
	function other() {
		const same = game.turns.map(function (_, i) { return i }).filter(function (i) { return game.turns[i].p === game.turns[at].p });
		if (same.length > 1) go(same[(same.indexOf(at) + 1) % same.length]);
	}

	function end() {
		let index = at;
		for (let next; (next = following(index)) >= 0;) index = next;
		go(index);
	}

	function stop() {
		clearInterval(timer);
		timer = 0;
		if (view) { view.play.textContent = 'Play'; view.play.setAttribute('aria-pressed', 'false') }
	}

	function play() {
		if (timer) return stop();
		timer = setInterval(function () { go(following(at)) }, game.pace || 1400);
		view.play.textContent = 'Stop';
		view.play.setAttribute('aria-pressed', 'true');
	}

	function turnRound() {
		flipped = !flipped;
		view.turned.forEach(function (path) { path.setAttribute('transform', flipped ? 'rotate(180 ' + 22.5 * game.files + ' ' + 22.5 * game.ranks + ')' : '') });
		for (const group of view.svg.querySelectorAll('.ludus-coord, .ludus-coord-halo')) {
			const names = Array.from(group.children, function (text) { return text.textContent }).reverse();
			names.forEach(function (text, i) { group.children[i].textContent = text });
		}
		show(at, true);
	}

	function copy() {
		const done = function () { view.say.textContent = 'Record copied' };
		const area = document.createElement('textarea');
		if (navigator.clipboard && window.isSecureContext) { navigator.clipboard.writeText(game.record).then(done, function () {}); return }
		area.value = game.record;
		document.body.append(area);
		area.select();
		if (document.execCommand('copy')) done();
		area.remove();
	}

	/* The elements of a game's section, its board turned as it is at first; its controls are made on the first visit. */
	function open(index) {
		stop();
		if (flipped && view) turnRound();
		game = games[index];
		const section = document.getElementById('game' + index), board = section.querySelector('.board'), svg = board.querySelector('svg');
		for (const other of shown ? [shown] : section.parentNode.querySelectorAll('.game')) {
			other.hidden = true;
			other.classList.remove('open');
		}
		section.hidden = false;
		section.classList.add('open');
		shown = section;
		if (chooser) chooser.value = index;
		if (!game.view) {
			const pieces = svg.querySelectorAll('.ludus-pieces'), keys = section.querySelector('.keys');
			const ground = pieces[0].parentNode;
			view = { svg: svg, white: pieces[0], black: pieces[1], under: add(ground, 'g', {}), over: add(ground, 'g', {}), names: ground.querySelector('.ludus-coord-halo'),
				table: section.querySelector('table'), moves: section.querySelector('.moves'), state: section.querySelector('.state'),
				say: section.querySelector('.say'), turned: svg.querySelectorAll('.ludus-dark, .ludus-ground'), round: svg.querySelector('.ludus-line') ? 22.5 : 0 };
			ground.insertBefore(view.under, pieces[0]);
			if (view.names) ground.insertBefore(view.over, view.names);
			svg.setAttribute('aria-hidden', 'true');
			svg.addEventListener('touchstart', function (event) { touch = event.touches.length > 1 ? null : event.touches[0] }, { passive: true });
			svg.addEventListener('touchend', function (event) {
				const up = event.changedTouches[0], dx = touch ? up.clientX - touch.clientX : 0;
				if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(up.clientY - touch.clientY)) go(dx < 0 ? following(at) : game.turns[at].p);
			});
			const button = function (key, text, action, title) {
				const element = document.createElement('button');
				element.type = 'button';
				element.textContent = text;
				element.title = title;
				element.addEventListener('click', action);
				view[key] = keys.appendChild(element);
			};
			button('first', 'Start', function () { go(0) }, 'Home');
			button('back', 'Back', function () { go(game.turns[at].p) }, 'Left arrow');
			button('play', 'Play', play, 'Space');
			button('next', 'Next', function () { go(following(at)) }, 'Right arrow');
			button('last', 'End', end, 'End');
			button('flip', 'Flip', turnRound, 'f');
			if (game.record) button('copy', 'Copy record', copy, 'The game as text');
			view.play.setAttribute('aria-pressed', 'false');
			keys.hidden = view.state.hidden = false;
			game.view = view;
		}
		view = game.view;
		if (game.flip) turnRound();
	}

	/* #7B, #g2-7B, #g2, #start; of the first game also #g1-7B, #g1 */
	function follow() {
		let wanted = location.hash.slice(1);
		try { wanted = decodeURIComponent(wanted) } catch (_) { /* "100%": no address of a turn */ }
		wanted = wanted.replace(/^g1(-|$)/, '');
		const which = games.findIndex(function (one) {
			return one.id && (wanted + '-' === one.id || wanted.startsWith(one.id));
		});
		const index = Math.max(0, which);
		if (game !== games[index]) open(index);
		const label = wanted.slice(game.id.length);
		show(turnAt(label || game.at), !label);
	}

	function turnAt(label) {
		return Math.max(0, game.turns.findIndex(function (turn) { return turn.l && turn.l === label }));
	}

	const chooser = document.querySelector('.chooser select');
	if (chooser) {
		chooser.closest('.chooser').hidden = false;
		chooser.addEventListener('change', function () { open(+chooser.value); go(turnAt(game.at)) });
	}
	document.addEventListener('keydown', function (event) {
		if (event.altKey || event.ctrlKey || event.metaKey || /^(SELECT|INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
		const actions = { ArrowRight: function () { go(following(at)) }, ArrowLeft: function () { go(game.turns[at].p) },
			Home: function () { go(0) }, End: end, f: turnRound, v: other }, name = event.key.length > 1 ? event.key : event.key.toLowerCase();
		if (event.key === ' ' && event.target.tagName !== 'BUTTON' && event.target.tagName !== 'A') actions[' '] = play;
		if (!actions[name]) return;
		event.preventDefault();
		actions[name]();
	});
	document.addEventListener('click', function (event) {
		const link = event.target.closest && event.target.closest('.moves a');
		if (!link) return;
		event.preventDefault();
		stop();
		go(game.turns.findIndex(function (turn) { return turn.l && game.id + turn.l === link.id }));
	});
	/* The browser has gone to the move that the address names; the reader wants to see the board. */
	function seeBoard() { if (location.hash) view.svg.scrollIntoView({ block: 'nearest' }) }

	window.addEventListener('hashchange', function () { follow(); seeBoard() });
	window.addEventListener('load', function () { setTimeout(seeBoard) });
	follow();
})();
