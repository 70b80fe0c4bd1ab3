/* page_board.js - the board and the turns of a replay page.
 *
 * A game of the data has a `line`: its start, its turns, each with what it changes, and between them "(", ")",
 * { c: comment }, { n: sign }, { o: result }, { u: what cannot be read }. */
const SVG = 'http://www.w3.org/2000/svg', SIDE = 45, MIDDLE = 22.5, NONE = 255;
const pips = [0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d];

/* Adds an element to `parent`; inside <svg> it is one of SVG. */
function add(parent, name, attributes, text) {
	const element = name === 'svg' || parent.namespaceURI === SVG ? document.createElementNS(SVG, name) : document.createElement(name);
	for (const key in attributes) element.setAttribute(key, attributes[key]);
	if (text !== undefined) element.textContent = text;
	return parent.appendChild(element);
}

/* ---- The turns of a game ---- */

/* The squares of a FEN's first field, numbered from a1: [letter, black?, bound?]. */
function read(placement, shape) {
	const cells = [];
	placement.replace(/\[.*/, '').split('/').forEach(function (row, down) {
		let file = 0;
		for (const sign of row.match(/\d+|[A-Za-z]'?/g) || [])
			if (sign > 0) file += +sign; else cells[(shape.ranks - 1 - down) * shape.files + file++] = man(sign);
	});
	return cells;
}

function man(sign) {
	const letter = sign[0].toUpperCase();
	return [letter, sign[0] !== letter, sign.length > 1];
}

function squareOf(name, shape) { return name.charCodeAt(0) - 97 + (name.slice(1) - 1) * shape.files }
function nameOf(square, shape) { return String.fromCharCode(97 + square % shape.files) + (Math.floor(square / shape.files) + 1) }

/* Makes the squares after a turn from those before it: its moves, then its changes "d5.e8k". */
function move(turn, before, shape) {
	const cells = before.slice();
	for (const step of turn.m || []) {
		if (step[2]) continue; /* placed: among the changes */
		step[2] = (cells[step[0]] || [''])[0];
		if (step[0] === NONE || step[1] === NONE || step[0] === step[1]) continue;
		cells[step[1]] = cells[step[0]];
		delete cells[step[0]];
	}
	for (const change of (turn.c || '').match(/[a-z]\d+(\.|[A-Za-z]'?)/g) || []) {
		const name = change.match(/[a-z]\d+/)[0], sign = change.slice(name.length);
		if (sign === '.') delete cells[squareOf(name, shape)]; else cells[squareOf(name, shape)] = man(sign);
	}
	return cells;
}

/* The FEN after a turn: the squares, and the fields behind them, which are as expected where the turn has none or a dot. */
function nextFen(turn, before, shape) {
	if (turn.f) return turn.f;
	const was = before.split(' ').slice(1), given = (turn.r || '').split(' ').filter(Boolean), rows = [];
	for (let rank = shape.ranks - 1; rank >= 0; rank--) {
		let row = '', empty = 0;
		for (let file = 0; file < shape.files; file++) {
			const cell = turn.cells[rank * shape.files + file];
			if (!cell) { empty++; continue }
			row += (empty || '') + (cell[1] ? cell[0].toLowerCase() : cell[0]) + (cell[2] ? "'" : '');
			empty = 0;
		}
		rows.push(row + (empty || ''));
	}
	const expected = was.map(function (field, i) {
		if (i === 0) return field === 'w' ? 'b' : 'w';
		return /^\d/.test(field) ? String(parseInt(field, 10) + (i + 1 < was.length || turn.b !== !!shape.first ? 1 : 0)) : field;
	});
	const fields = given.length ? given.map(function (field, i) { return field === '.' ? expected[i] : field }) : expected;
	return [rows.join('/')].concat(fields).join(' ');
}

/* White's chance of winning, in per cent, by the formula that servers use; or the value that luck is measured by. */
function chance(turn) {
	if (turn.v !== undefined) return turn.v / 100;
	if (turn.e === undefined) return undefined;
	return turn.e[0] === '#' ? (turn.e[1] === '-' ? 0 : 100) : 100 / (1 + Math.exp(-0.00368208 * turn.e));
}

/* Completes the turns of a game: label, squares, FEN, number of the turn before (p), what was taken, clocks, chance. */
function unfold(game, shape) {
	const turns = game.turns = [], open = [];
	let last = -1, said = null;
	for (const item of game.line) {
		if (item === '(') { open.push(last); last = Math.max(turns[last].p, 0); continue }
		if (item === ')') { last = open.length ? open.pop() : last; continue }
		const before = turns[last], start = !before;
		if (!start && item.w === undefined) continue;
		item.words = [].concat(item.w || []);
		if (!start) {
			const label = item.l ? [parseInt(item.l, 10), item.l.endsWith('B')] : [said.number + (said.b !== !!shape.first ? 1 : 0), !said.b];
			item.number = label[0];
			item.b = label[1];
			said = item;
			if (item.u) continue;
			item.label = item.number + (item.b ? 'B' : 'W') + (open.length ? '.' + turns.length : '');
		}
		item.p = last;
		item.cells = start ? read(item.f.split(' ')[0], shape) : move(item, before.cells, shape);
		item.fen = start ? item.f : nextFen(item, before.fen, shape);
		item.taken = Object.assign({}, start ? {} : before.taken);
		for (const one of item.x || []) {
			const sign = item.b === !one[2] ? one[1] : one[1].toLowerCase(); /* [square, letter, the mover's own?] */
			item.taken[sign] = (item.taken[sign] || 0) + 1;
		}
		item.clocks = start ? [] : before.clocks.slice();
		if (item.q !== undefined) item.clocks[item.b ? 1 : 0] = item.q;
		item.chance = chance(item);
		last = turns.push(item) - 1;
	}
}

/* The index of the turn that follows another in its line, or -1. */
function after(turns, index) { return turns.findIndex(function (turn, i) { return i > index && turn.p === index }) }

/* The indexes of the turns of the line from one on. */
function lineFrom(turns, index) {
	const line = [];
	for (; index >= 0; index = after(turns, index)) line.push(index);
	return line;
}

/* ---- The board ---- */

function kindOf(shape, letter) { return shape.kinds.find(function (kind) { return kind[0] === letter }) }

function makeBoard(parent, shape, flipped) {
	const svg = parent.appendChild(document.importNode(new DOMParser().parseFromString(shape.board, 'image/svg+xml').documentElement, true));
	for (const words of svg.querySelectorAll('title, desc')) words.remove();
	svg.removeAttribute('aria-labelledby');
	svg.removeAttribute('role');
	svg.setAttribute('aria-hidden', 'true');
	const pieces = svg.querySelectorAll('.ludus-pieces'), ground = pieces[0].parentNode, names = ground.querySelector('.ludus-coord-in');
	const board = { svg: svg, shape: shape, chequered: !!svg.querySelector('.ludus-dark'), hatched: !!parent.closest('.hatched'), own: !!parent.closest('.own'), ground: ground, white: pieces[0], black: pieces[1], under: add(ground, 'g', {}), over: add(ground, 'g', {}),
		turned: svg.querySelectorAll('.ludus-dark, .ludus-ground'), round: svg.querySelector('.ludus-line') ? MIDDLE : 0, flipped: false };
	ground.insertBefore(board.under, pieces[0]);
	if (names) ground.insertBefore(board.over, names);
	if (flipped) turnRound(board);
	return board;
}

function turnRound(board) {
	board.flipped = !board.flipped;
	for (const path of board.turned)
		path.setAttribute('transform', board.flipped ? 'rotate(180 ' + MIDDLE * board.shape.files + ' ' + MIDDLE * board.shape.ranks + ')' : '');
	for (const group of board.svg.querySelectorAll('.ludus-coord')) {
		const names = Array.from(group.children, function (text) { return text.textContent }).reverse();
		names.forEach(function (text, i) { group.children[i].textContent = text });
	}
}

function corner(board, square) {
	const shape = board.shape, file = square % shape.files, rank = Math.floor(square / shape.files);
	return [SIDE * (board.flipped ? shape.files - 1 - file : file), SIDE * (board.flipped ? rank : shape.ranks - 1 - rank)];
}

function centre(board, square) { return corner(board, square).map(function (edge) { return edge + MIDDLE }) }

/* The square below the pointer, or -1. */
function squareAt(board, event) {
	const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.ground.getScreenCTM().inverse()), shape = board.shape;
	const file = Math.floor(at.x / SIDE), row = Math.floor(at.y / SIDE);
	if (file < 0 || row < 0 || file >= shape.files || row >= shape.ranks) return -1;
	return (board.flipped ? row : shape.ranks - 1 - row) * shape.files + (board.flipped ? shape.files - 1 - file : file);
}

function draw(parent, shape, letter, black, x, y, bound) {
	const kind = kindOf(shape, letter), place = { x: x, y: y };
	if (parent.ownerSVGElement.querySelector('.ludus-coord-in')) /* smaller, beside the names in the squares */
		place.transform = 'translate(' + (x + MIDDLE) * .15 + ' ' + (y + MIDDLE) * .15 + ') scale(.85)';
	if (kind) for (const image of bound ? [kind[black ? 2 : 1], 'bound'] : [kind[black ? 2 : 1]]) add(parent, 'use', Object.assign({ href: '#' + image }, place));
}

/* A piece outside the board, with the colours of its side. */
function small(parent, shape, letter, black) {
	const svg = add(parent, 'svg', { viewBox: '0 0 45 45', 'aria-hidden': 'true' });
	draw(add(svg, 'g', { fill: black ? '#000' : '#fff', color: black ? '#fff' : '#000', stroke: '#000',
		'stroke-width': 1.5, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }), shape, letter, black, 0, 0);
}

/* The classes of a sign over the pieces: in the theme without colours, a white halo is drawn below it. */
function signs(board, name) { return board.hatched ? ['ludus-rim', name] : [name] }

/* The class for colours that depend on the square below. */
function onSquare(board, square, name) {
	const dark = board.chequered && (square % board.shape.files + Math.floor(square / board.shape.files)) % 2 === 0;
	return dark ? name + ' on-dark' : name;
}

/* An arrow through the squares of `path`. Keeps `tail` and `head` from the middles of the first and the last. */
function arrow(board, path, name, tail, head, below) {
	const points = path.map(function (square) { const at = centre(board, square); return [at[0], at[1] + (below || 0)] });
	const toward = function (a, b, distance) {
		const dx = b[0] - a[0], dy = b[1] - a[1], long = Math.hypot(dx, dy) || 1;
		return [a[0] + distance * dx / long, a[1] + distance * dy / long, dx / long, dy / long];
	};
	const last = points.length - 1, start = toward(points[0], points[1], tail), stop = toward(points[last], points[last - 1], head);
	const tx = stop[0], ty = stop[1], ux = -stop[2], uy = -stop[3], line = [start].concat(points.slice(1, last), [[tx - 11 * ux, ty - 11 * uy]]);
	for (const one of signs(board, name)) {
		const group = add(board.over, 'g', { class: one });
		add(group, 'path', { d: 'M' + line.map(function (at) { return at[0] + ' ' + at[1] }).join('L') });
		add(group, 'path', { class: 'head', d: 'M' + tx + ' ' + ty + 'L' + (tx - 12 * ux - 6 * uy) + ' ' + (ty - 12 * uy + 6 * ux) +
			'L' + (tx - 12 * ux + 6 * uy) + ' ' + (ty - 12 * uy - 6 * ux) + 'z' });
	}
}

function distance(board, x, y, from, to) {
	const a = centre(board, from), b = centre(board, to), dx = b[0] - a[0], dy = b[1] - a[1], long = Math.hypot(dx, dy) || 1;
	const along = ((x - a[0]) * dx + (y - a[1]) * dy) / long, on = Math.min(Math.max(along, 0), long - 13);
	return Math.hypot(a[0] + on * dx / long - x, a[1] + on * dy / long - y);
}

/* The first corner of a square, `off` from its middle, that no arrow [from, to] and no number [x, y] comes near. */
function freeCorner(board, square, signs, off, arrows, numbers) {
	const here = centre(board, square), corners = signs.map(function (sign) { return [here[0] + off * sign[0], here[1] + off * sign[1]] });
	return corners.find(function (at) {
		return numbers.every(function (number) { return Math.hypot(number[0] - at[0], number[1] - at[1]) >= 12 }) &&
			arrows.every(function (arrow) { return distance(board, at[0], at[1], arrow[0], arrow[1]) >= 12 });
	}) || corners[0];
}

function showPieces(board, turn) {
	for (const group of [board.under, board.over, board.white, board.black]) group.textContent = '';
	turn.cells.forEach(function (cell, square) {
		const at = corner(board, square);
		draw(cell[1] ? board.black : board.white, board.shape, cell[0], cell[1], at[0], at[1], cell[2]);
	});
}

function tint(board, square, name) {
	const at = corner(board, square);
	add(board.under, 'rect', { class: onSquare(board, square, name), x: at[0], y: at[1], width: SIDE, height: SIDE, rx: board.round });
}

/* The moves and captures of a turn. */
function showMoves(board, turn) {
	const cells = turn.cells, moves = turn.m || [];
	for (const move of moves)
		for (const square of new Set(move.slice(0, 2).concat(move.slice(3, 5)))) if (square < NONE) tint(board, square, 'ludus-last');
	for (const line of turn.j || []) /* between flankers */
		add(board.under, 'path', { class: 'ludus-flank', d: 'M' + line.map(function (square) { return centre(board, square).join(' ') }).join('L') });
	const drawn = moves.filter(function (move) { return move[0] < NONE && move[1] < NONE && (move[0] !== move[1] || move[5]) });
	const ghosts = new Set((turn.x || []).map(function (taken) { return taken[0] }).filter(function (square) { return !cells[square] }));
	const paths = drawn.map(function (move) { return [move[0]].concat(move[5] || [], move[1]) }); /* over the landings of a chain */
	for (const path of paths) arrow(board, path, 'ludus-arrow', ghosts.has(path[0]) ? 17 : 6, ghosts.has(path[path.length - 1]) ? 17 : 13);
	for (const move of moves) if (move[3] < NONE) arrow(board, [move[3], move[4]], 'ludus-arrow', 6, 13, 13); /* the rook */
	const arrows = paths.flatMap(function (path) { return path.slice(1).map(function (to, i) { return [path[i], to] }) }).concat(
		(turn.k || []).filter(function (note) { return note.length > 2 }).map(function (note) { return note.slice(1) }));
	/* Numbers stand at the tails, or beside a piece or a ghost that is there. */
	const numbers = [];
	if (moves.length > 1) for (const move of drawn)
		numbers.push(cells[move[0]] || ghosts.has(move[0]) ? freeCorner(board, move[0], [[-1, -1], [1, -1], [-1, 1], [1, 1]], 14.5, arrows, numbers) : centre(board, move[0]));
	for (const taken of turn.x || []) {
		const square = taken[0], ghostly = ghosts.has(square), r = ghostly ? 9 : 4, here = corner(board, square);
		const at = ghostly ? centre(board, square) : freeCorner(board, square, [[1, -1], [-1, -1], [-1, 1], [1, 1]], 15, arrows, numbers);
		const black = taken[2] ? turn.b : !turn.b; /* the mover's own man, who was bound, has fallen */
		const tinted = moves.some(function (move) { return move.slice(0, 2).includes(square) }) ? ' ludus-last' : '';
		if (ghostly && board.own) add(board.over, 'path', { class: onSquare(board, square, 'ludus-veil' + tinted), d: 'M' + (here[0] + MIDDLE) + ' ' + (here[1] + 3) + 'v39' });
		if (ghostly) draw(add(black ? board.black : board.white, 'g', { class: onSquare(board, square, 'ludus-ghost') }), board.shape, taken[1], black, here[0], here[1]);
		for (const one of signs(board, 'ludus-taken')) add(board.over, 'path', { class: one, d: 'M' + (at[0] - r) + ' ' + (at[1] - r) + 'l' + 2 * r + ' ' + 2 * r + 'm0-' + 2 * r + 'l-' + 2 * r + ' ' + 2 * r });
	}
	numbers.forEach(function (at, index) {
		add(board.over, 'circle', { class: 'ludus-badge', cx: at[0], cy: at[1], r: 7 });
		add(board.over, 'text', { class: 'ludus-badge-text', x: at[0], y: at[1] + 3.6, 'font-size': 10, 'text-anchor': 'middle' }, moves.indexOf(drawn[index]) + 1);
	});
}

/* Marks [colour, square] and arrows [colour, from, to]: of comments, and the reader's own. */
function showNotes(board, notes) {
	for (const note of notes) {
		const name = 'ludus-note ludus-' + note[0], at = centre(board, note[1]);
		if (note.length > 2) arrow(board, note.slice(1), name, 6, 13);
		else for (const one of signs(board, name)) add(board.over, 'circle', { class: one, cx: at[0], cy: at[1], r: 20 });
	}
}

/* Letters and counts as in a FEN's hand field: M16D1m16d1. */
function showStock(element, shape, label, counts) {
	element.textContent = counts.length ? label + ' ' : '';
	for (const item of counts) {
		small(element, shape, item[0].toUpperCase(), item[0] !== item[0].toUpperCase());
		element.append(item.slice(1) > 1 ? '\u00d7' + item.slice(1) + ' ' : ' ');
	}
}

function showDice(list, shape, turn, say) {
	list.textContent = '';
	for (const die of turn.d || []) {
		const svg = add(list, 'svg', { viewBox: '-1 -1 34 34', class: die[1] < 0 ? 'die idle' : 'die', role: 'img',
			'aria-label': die[1] < 0 ? say('{face}, not used', { face: die[0] }) : die[0] });
		add(svg, 'rect', { x: 1, y: 1, width: 30, height: 30, rx: 6 });
		if (!pips[die[0]]) add(svg, 'text', { x: 16, y: 23, 'text-anchor': 'middle', 'font-size': 18 }, die[0] || '?');
		for (let i = 0; i < 9; i++)
			if (pips[die[0]] >> i & 1) add(svg, 'circle', { cx: 8.5 + 7.5 * (i % 3), cy: 8.5 + 7.5 * Math.floor(i / 3), r: 2.9 });
		const step = (turn.m || [])[die[1]];
		if (step && step[2]) small(list, shape, step[2], turn.b);
	}
}

/* ---- Words ---- */

/* A function that says a sentence of words.json in a language. */
function speaker(lang) {
	const column = words.en.indexOf((lang || '').slice(0, 2).toLowerCase());
	const say = function (text, values) {
		return (column < 0 ? text : (words[text] || [])[column] || text).replace(/\{(\w+)\}/g, function (all, name) { return values ? values[name] : all });
	};
	say.list = function (list) { return new Intl.ListFormat(column < 0 ? 'en' : lang).format(list.map(String)) };
	return say;
}

function side(say, black) { return say(black ? 'Black' : 'White') }

/* What the turn did, for those who do not see it. */
function tell(say, turn, before, shape) {
	const name = function (letter) { return say((kindOf(shape, letter) || [])[3] || letter) };
	const told = (turn.m || []).map(function (move) {
		const values = { piece: name(move[2]), from: nameOf(move[0], shape), to: nameOf(move[1], shape) }, after = turn.cells[move[1]];
		if (move[0] === NONE) return say('{piece} placed on {to}', values);
		let text = say('{piece} {from} to {to}', values);
		if (after && move[2] && after[0] !== move[2] && after[1] === turn.b) text += ', ' + say('becoming {piece}', { piece: name(after[0]) });
		return text;
	});
	const men = function (text, list) {
		if (list.length) told.push(say(text, { men: say.list(list.map(function (one) { return say('{piece} on {square}', { piece: name(one[1]), square: nameOf(one[0], shape) }) })) }));
	};
	men('taking {men}', (turn.x || []).filter(function (one) { return !one[2] }));
	men('losing {men}', (turn.x || []).filter(function (one) { return one[2] }));
	men('binding {men}', turn.cells.flatMap(function (cell, square) { return cell[2] && before.cells[square] && !before.cells[square][2] ? [[square, cell[0]]] : [] }));
	return say(turn.d ? '{side} rolled {dice}; {moves}' : '{side} plays: {moves}', { side: side(say, turn.b), moves: told.join(', ') || say('pass'),
		dice: say.list((turn.d || []).map(function (die) { return die[0] || say('an illegible number') })) });
}

/* Who is to move, or how the game has ended. */
function state(say, turn) {
	if (turn.s === undefined) return say('{side} to move.', { side: side(say, turn.fen.split(' ')[1] === 'b') });
	const parts = turn.s.replace(/\.$/, '').split(': ');
	return turn.s && parts.map(function (part) { return say(part) }).join(': ') + '.';
}

/* What a problem asks: #3, s#2, +, =; behind it perhaps a chance. */
function asks(say, text, black, mates) {
	const parts = text.match(/^(s?)(#?)(\d+)(?:\s*(>=?|=)\s*(\S+))?$/) || [], values = { side: side(say, black), n: parts[3] };
	const verb = { '+': 'wins', '=': 'draws' }[text] || (parts[3] && (parts[1] ? (mates ? 'is mated' : 'loses') : mates ? 'mates' : 'wins') + ' in {n}');
	if (!verb) return say('{word}:', { word: say('Stipulation') }) + ' ' + text;
	const least = { '>': 'more than ', '>=': 'at least ', '=': '' }[parts[4]];
	return say('{side} to move ' + verb, values) + (parts[4] ? ', ' + say('with a chance of ' + least + '{chance}', { chance: parts[5] }) : '');
}

function clock(seconds) {
	const whole = Math.floor(seconds), two = function (n) { return String(n).padStart(2, '0') };
	return whole >= 3600 ? Math.floor(whole / 3600) + ':' + two(Math.floor(whole / 60) % 60) + ':' + two(whole % 60) : Math.floor(whole / 60) + ':' + two(whole % 60);
}

function evaluation(turn) {
	if (turn.e === undefined) return turn.v === undefined ? '' : Math.round(turn.v / 100) + '\u2009%';
	return turn.e[0] === '#' ? turn.e : (turn.e > 0 ? '+' : turn.e < 0 ? '\u2212' : '') + Math.abs(turn.e / 100).toFixed(2);
}
