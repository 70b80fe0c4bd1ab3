// What a reader of a replay page sees and does, checked in Chromium; and drawings compared with rsvg-convert's.
import { readFileSync, writeFileSync, existsSync, statSync } from 'node:fs';
const { chromium } = await import(process.env.PLAYWRIGHT);

const dir = process.argv[2];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const context = await browser.newContext({ offline: true });
let failed = 0;

function report(ok, name, why) {
	console.log((ok ? 'ok ' : 'not ok ') + name);
	if (!ok) { failed++; if (why !== undefined) console.log('# ' + String(why).replace(/\n/g, '\n# ')) }
}

// Opens a page and remembers whatever it complains about or asks for.
async function open(name, options = {}) {
	const where = options.context || context;
	const page = await where.newPage();
	page.faults = [];
	page.on('console', (message) => { if (message.type() === 'error' || message.type() === 'warning') page.faults.push(message.text()) });
	page.on('pageerror', (error) => page.faults.push(String(error)));
	page.on('request', (request) => { if (!/^(file|data):/.test(request.url())) page.faults.push('request ' + request.url()) });
	await page.goto('file://' + dir + '/' + name);
	return page;
}

// The placement that the table for screen readers tells, and the one that the drawn pieces show.
const boards = (page) => page.evaluate(() => {
	const data = JSON.parse(document.getElementById('ludus-data').textContent);
	const section = document.querySelector('.game.open');
	const game = data.boards[data.games[Array.from(document.querySelectorAll('.game')).indexOf(section)].board];
	const letters = {};
	for (const kind of game.kinds) letters[kind[3]] = kind[0];
	const spell = (at) => {
		const rows = [];
		for (let rank = game.ranks - 1; rank >= 0; rank--) {
			let row = '', empty = 0;
			for (let file = 0; file < game.files; file++) {
				const sign = at(rank * game.files + file);
				if (!sign) { empty++; continue }
				row += (empty || '') + sign;
				empty = 0;
			}
			rows.push(row + (empty || ''));
		}
		return rows.join('/');
	};
	const cells = {};
	for (const td of section.querySelectorAll('td')) {
		const words = td.textContent.match(/^(white|black) (.*?)(, bound)?( \(.* mark\))?$/);
		if (words) cells[td.dataset.s] = (words[1] === 'white' ? letters[words[2]] : letters[words[2]].toLowerCase()) + (words[3] ? "'" : '');
	}
	const table = spell((square) => cells[square]);
	const names = Array.from(section.querySelectorAll('.board .ludus-coord')[0].children, (text) => text.textContent);
	const flipped = names[0] !== 'a';
	const drawn = {};
	['white', 'black'].forEach((side, black) => {
		for (const use of section.querySelectorAll('.board .ludus-' + side + ' > use')) {
			const id = use.getAttribute('href').slice(1);
			let file = +use.getAttribute('x') / 45, row = +use.getAttribute('y') / 45;
			if (flipped) { file = game.files - 1 - file; row = game.ranks - 1 - row }
			const square = (game.ranks - 1 - row) * game.files + file;
			if (id === 'bound') { drawn[square] += "'"; continue }
			const letter = game.kinds.find((kind) => kind[1 + black] === id)[0];
			drawn[square] = black ? letter.toLowerCase() : letter;
		}
	});
	return { table, drawn: spell((square) => drawn[square]), flipped };
});

// Small signs of capture that an arrow comes near.
const covered = (page) => page.evaluate(() => Array.from(document.querySelectorAll('.game.open .ludus-taken')).filter((sign) => {
	const box = sign.getBBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
	return box.width < 10 && Array.from(document.querySelectorAll('.game.open .ludus-arrow path')).some((path) => {
		for (let at = 0; at <= path.getTotalLength(); at++) {
			const point = path.getPointAtLength(at);
			if (Math.hypot(point.x - x, point.y - y) < 5) return true;
		}
		return false;
	});
}).length);

const key = async (page, ...names) => { for (const name of names) await page.keyboard.press(name) };
const current = (page) => page.evaluate(() => document.querySelector('.game.open [aria-current]')?.id ?? '');

function expectedTurns(name) {
	return readFileSync(dir + '/' + name + '.tsv', 'utf8').trim().split('\n').map((line) => line.split('\t'))
		.filter((fields) => /^\d+/.test(fields[1])).map((fields) => ({ label: fields[1], placement: fields[3].split(' ')[0].replace(/\[.*|~/g, ''), fen: fields[3] }));
}

// Every turn by key, and the same boards by address and after two flips.
async function everyTurn(name) {
	const page = await open(name + '.html');
	const turns = expectedTurns(name), wrong = [];
	let hidden = 0;
	for (const turn of turns) {
		await key(page, 'ArrowRight');
		const seen = await boards(page);
		if (seen.table !== turn.placement || seen.drawn !== turn.placement)
			wrong.push(turn.label + ': ' + turn.placement + ' but ' + seen.table + ' and ' + seen.drawn);
		hidden += await covered(page);
	}
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await page.click('.keys button:has-text("Copy FEN")');
	const fen = await page.evaluate(() => navigator.clipboard.readText());
	report(fen === turns[turns.length - 1].fen, `${name}: the FEN that is copied is that which ludplay prints`, fen + ' for ' + turns[turns.length - 1].fen);
	report(hidden === 0, `${name}: no arrow covers the sign of a capture`, hidden);
	report(turns.length > 0 && !wrong.length, `${name}: each of ${turns.length} turns shows the position that ludplay prints`, wrong.slice(0, 3).join('\n'));
	const id = await current(page), middle = turns[Math.floor(turns.length / 2)];
	report(await page.evaluate(() => location.hash) === '#' + id, `${name}: the address names the turn`);
	await key(page, 'f');
	const once = await boards(page);
	await key(page, 'f');
	const twice = await boards(page), last = turns[turns.length - 1].placement;
	report(once.flipped && once.drawn === last && !twice.flipped && twice.drawn === last, `${name}: flipped once and twice the position is the same`,
		JSON.stringify([once, twice, last]));
	await key(page, 'Home');
	report(await current(page) === '', `${name}: Home goes to the start`);
	await key(page, 'End');
	report((await boards(page)).table === last, `${name}: End goes to the end`);
	const links = await page.$$('.moves a');
	await links[Math.floor(turns.length / 2)].click();
	report((await boards(page)).table === middle.placement, `${name}: a click on a move shows it`);
	const address = await page.evaluate(() => location.hash);
	const other = await open(name + '.html' + address);
	report((await boards(other)).table === middle.placement, `${name}: ${address} opens that turn`);
	report(!page.faults.length && !other.faults.length, `${name}: no error, no warning, no request`, page.faults.concat(other.faults).join('\n'));
	await page.close();
	await other.close();
}

for (const name of ['equitum', 'roman', 'falkener', 'bell', 'chess', 'crazyhouse', 'draughts']) await everyTurn(name);

{
	const page = await open('equitum.html#7B');
	report(await current(page) === '7B', 'equitum.html#7B opens at 7B');
	await key(page, 'Home', ...Array(7).fill('ArrowRight'));
	const said = await page.textContent('.say');
	report(said === 'White rolled 2 and 5; Regina d1 to e2, Eques f1 to e3', 'the live region speaks the turn', said);
	await key(page, 'ArrowLeft');
	report(await current(page) === '3B', 'the left arrow goes back');
	const focus_of = () => page.evaluate(() => document.activeElement.id);
	await page.focus('.moves a[aria-current]');
	await key(page, 'ArrowRight');
	const held = [await focus_of()];
	await key(page, 'Home');
	held.push(await focus_of());
	report(held.join() === '4W,', 'the focus goes along with the turn', held.join());
	const size = statSync(dir + '/equitum.html').size;
	report(size <= 84 * 1024, `the page of the sample game has at most 84 KB (${size} bytes)`);
	const focus = await page.evaluate(() => {
		document.querySelector('.keys button:not([disabled])').focus();
		return getComputedStyle(document.activeElement).outlineStyle;
	});
	await key(page, 'Tab');
	const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
	report(ring === 'solid', 'the focus is visible', focus + ' ' + ring);
	const unnamed = await page.evaluate(() => Array.from(document.querySelectorAll('button, a, select, [tabindex]'))
		.filter((e) => !e.hidden && !(e.textContent.trim() || e.getAttribute('aria-label'))).length);
	report(unnamed === 0, 'everything that takes the focus has a name');
	await page.close();
}
{
	const page = await open('opening.html'), seen = [await current(page)];
	await page.selectOption('.chooser select', '1');
	seen.push(await current(page));
	await key(page, 'Home');
	seen.push(await page.evaluate(() => location.hash));
	const other = await open('opening.html#2W');
	seen.push(await current(other));
	report(seen.join(' ') === '1B g2-1B #g2-start 2W', 'a page opens at the first turn of -n in each of its games, but at that of an address', seen.join(' '));
	await page.close();
	await other.close();
}
{
	const page = await open('falkener.html');
	const [label, joined] = await page.evaluate(() => {
		const turns = JSON.parse(document.getElementById('ludus-data').textContent).games[0].line.filter((item) => item.w);
		const at = turns.findIndex((turn) => turn.j);
		return [document.querySelectorAll('.moves a')[at].id, turns[at]];
	});
	await page.click('[id="' + label + '"]');
	const lines = await page.$$eval('.board .ludus-flank', (lines) => lines.map((line) => getComputedStyle(line).stroke));
	report(lines.length === joined.j.length && lines.every((stroke) => stroke === 'rgb(163, 32, 32)'), 'flankers are joined by lines', label + ' ' + lines);
	await page.close();
}
{
	// The clock is made fast so that the test does not wait for 36 turns.
	const page = await context.newPage();
	await page.addInitScript(() => { const real = window.setInterval; window.setInterval = (f) => real(f, 5) });
	await page.goto('file://' + dir + '/equitum.html');
	await page.click('.keys button:has-text("Play")');
	await page.waitForFunction(() => document.querySelector('[aria-current]')?.id === '18B', null, { timeout: 10000 }).catch(() => {});
	await page.waitForTimeout(100);
	report(await current(page) === '18B' && await page.textContent('.keys button:nth-child(3) span') === 'Play', 'autoplay comes to the end and stops');
	await page.close();
}
{
	const plain = await browser.newContext({ offline: true, javaScriptEnabled: false });
	const page = await open('equitum.html', { context: plain });
	const text = await page.innerText('.text');
	report(text.includes('Eques g1xe2') && text.includes('1B.') && text.includes('One opening roll in nine'), 'without JavaScript all moves and comments can be read', text.slice(0, 200));
	report(!(await page.isVisible('.keys')), 'without JavaScript there are no buttons that do nothing');
	const start = page.locator('noscript .ludus'), men = await start.locator('use').evaluateAll((uses) => uses.filter((use) => use.getBoundingClientRect().width > 9).length);
	report(men === 24 && (await start.locator('desc').textContent()).startsWith('White: Rex e1'), 'and the start, as a diagram that is described in words', men);
	const many = await open('many.html', { context: plain });
	report(await many.locator('noscript .ludus').count() === 1, 'of the first game only');
	report((await many.locator('.game').evaluateAll((games) => games.filter((game) => game.offsetHeight).length)) === 3, 'and all games of a page are there');
	await plain.close();
}
{
	const page = await context.newPage(), client = await context.newCDPSession(page);
	await client.send('Performance.enable');
	await page.goto('file://' + dir + '/thousand.html');
	const seconds = (await client.send('Performance.getMetrics')).metrics.find((metric) => metric.name === 'ThreadTime').value;
	const size = statSync(dir + '/thousand.html').size, nodes = await page.evaluate(() => document.querySelectorAll('*').length);
	report(size < 5e6 && nodes < 12000, 'a page of 1,000 games has less than 5 MB and 12,000 elements', size + ' bytes, ' + nodes + ' elements');
	report(seconds < 2, 'and the browser works on it for less than two seconds before it can be used', seconds);
	await page.selectOption('.chooser select', '999');
	await key(page, 'End');
	const placement = (await boards(page)).table, last = expectedTurns('thousand').pop().placement;
	report(placement === last && (await page.$$('.moves')).length === 2, 'a game of it is made when it is opened', placement + ' ' + last);
	await page.close();
}
for (const name of ['equitum', 'falkener', 'chess', 'many']) {
	const narrow = await browser.newContext({ offline: true, viewport: { width: 320, height: 640 } });
	const page = await open(name + '.html', { context: narrow });
	const width = await page.evaluate(() => document.documentElement.scrollWidth);
	report(width <= 320, `${name}: 320 pixels wide nothing flows over`, width);
	await narrow.close();
}
{
	const narrow = await browser.newContext({ offline: true, viewport: { width: 320, height: 640 } });
	const page = await open('equitum.html#12B', { context: narrow });
	await page.waitForTimeout(200);
	const box = await page.locator('.board').boundingBox();
	report(box.y >= -1 && box.y < 500, 'an address shows the board, not only the move', JSON.stringify(box));
	await narrow.close();
}
{
	const trusted = await browser.newContext({ offline: true, permissions: ['clipboard-read', 'clipboard-write'] });
	const page = await open('equitum.html', { context: trusted });
	await page.click('.keys button:has-text("Copy record")');
	await page.waitForFunction(() => document.querySelector('.say').textContent === 'Copied', null, { timeout: 5000 }).catch(() => {});
	const copied = await page.evaluate(() => navigator.clipboard.readText()).catch(String);
	report(copied === readFileSync(process.argv[3], 'utf8'), 'the button copies the record', copied.slice(0, 200));
	await trusted.close();
}
{
	const page = await open('own.html');
	const fill = await page.evaluate(() => getComputedStyle(document.getElementById('white-king').querySelector('rect')).fill);
	report(fill === 'rgb(10, 20, 30)' && !page.faults.length, 'an own set keeps its style in a page', fill + ' ' + page.faults.join('\n'));
	await page.close();
}
{
	const page = await open('flipped.html#1W');
	const first = await boards(page);
	await key(page, 'f');
	const turned = await boards(page);
	await page.selectOption('.chooser select', '1');
	const second = await boards(page);
	report(first.flipped && first.drawn === first.table && !turned.flipped && turned.drawn === first.drawn && second.flipped && second.drawn === second.table,
		'a page made with --flip begins every game with Black below', JSON.stringify([first, turned, second]));
	report((await page.locator('.game.open .keys button').count()) === 7, 'a page without records has no button to copy one');
	await page.close();
}
{
	const page = await open('many.html');
	report(await page.title() !== 'run' && !page.faults.length, 'markup in tags and comments is not run', page.faults.join('\n'));
	await page.selectOption('.chooser select', '2');
	const text = await page.innerText('.game.open');
	report(text.includes('Σωκράτης') && text.includes('諸葛亮') && text.includes("<script>document.title='run'</script>") && text.includes(']]>'),
		'it is shown as text, in every script', text.slice(0, 400));
	report(await page.evaluate(() => location.hash) === '#g3', 'the chooser changes the game and the address');
	await key(page, 'ArrowRight', 'ArrowRight');
	report(await current(page) === 'g3-1B', 'a later game is played through');
	const other = await open('many.html#g2-2B');
	report(await other.evaluate(() => { const first = document.querySelectorAll('.game')[2]; first.hidden = false; return getComputedStyle(first).display }) === 'none',
		'games that are not open are laid out neither before the script runs nor after it');
	report(await current(other) === 'g2-2B', 'an address opens a turn of a later game');
	await other.evaluate(() => { location.hash = 'g1-3B' });
	await other.waitForTimeout(50);
	report(await current(other) === '3B', 'and one of the first that names it');
	await page.emulateMedia({ media: 'print' });
	const printed = await page.$$eval('.game', (games) => games.filter((game) => game.querySelector('.printed')?.offsetHeight > 0).length);
	report(printed === 3, 'all games are printed', printed);
	await page.close();
	await other.close();
}
{
	const page = await open('notes.html');
	const notes = () => page.evaluate(() => Array.from(document.querySelectorAll('.board .ludus-note'),
		(note) => note.getAttribute('class') + ' ' + note.tagName + ' ' + getComputedStyle(note).stroke).join('; '));
	const start = await notes();
	report(start === 'ludus-note ludus-violet circle rgb(90, 26, 153)', 'marks of a comment before the first move stand at the start', start);
	await key(page, 'ArrowRight');
	const first = await notes(), cell = await page.textContent('td[data-s="28"]');
	report(first === 'ludus-note ludus-red circle rgb(192, 31, 31); ludus-note ludus-green g rgb(44, 154, 68)', 'marks and arrows of comments are drawn', first);
	report(cell === 'white Pawn (red mark)', 'the table tells of a mark', cell);
	const list = await page.innerText('.moves');
	report(!list.includes('%c') && /e4! a mark/.test(list.replace(/\s+/g, ' ')), 'their commands are not read out, and a mark follows its move', list);
	const far = await page.evaluate(() => {
		const colour = (name) => { const note = document.querySelector('.board .ludus-note, .board .ludus-arrow'); note.setAttribute('class', name); return getComputedStyle(note).stroke.match(/\d+/g) };
		const arrow = colour('ludus-arrow');
		return Math.min(...['green', 'red', 'blue', 'yellow', 'orange', 'violet'].map((name) => Math.hypot(...colour('ludus-note ludus-' + name).map((part, i) => part - arrow[i]))));
	});
	report(far > 60, 'an arrow of a move has the colour of no note', far);
	await key(page, 'ArrowRight');
	report(await notes() === '', 'they go with their turn');
	await page.click('.variation a');
	report((await notes()).startsWith('ludus-note ludus-blue g'), 'a turn of a variation has its own');
	const way = () => page.evaluate(() => document.querySelector('.ludus-note path').getAttribute('d')), before = await way();
	await key(page, 'f');
	report(before !== await way(), 'they turn with the board', before);
	await page.close();
}
{
	const page = await open('variations.html');
	const ids = await page.$$eval('.moves a', (links) => links.map((link) => link.id));
	const list = (await page.innerText('.moves')).replace(/\s+/g, ' ').trim();
	report(list === "1. e4 King's pawn 1. d4 d5 1… Nf6 2. c4 2. c4 1. c4 1… e5 2. Nf3 Nc6 *", "Black's number stands only where White's does not stand before it", list);
	report(ids.length === 10 && new Set(ids).size === 10, 'every turn of every variation has its link', ids.join(' '));
	await key(page, 'ArrowRight', 'ArrowRight');
	report(await current(page) === '1B', 'the right arrow follows the main line');
	await page.click('.variation .variation a >> nth=1');
	const seen = await boards(page);
	report(seen.table === 'rnbqkb1r/pppppppp/5n2/8/2PP4/8/PP2PPPP/RNBQKBNR', 'a click shows a turn of a nested variation', seen.table);
	await key(page, 'ArrowLeft', 'ArrowLeft');
	report((await boards(page)).table === 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR', 'the left arrow leads back out of it');
	await key(page, 'Home', 'ArrowRight');
	const round = [await current(page)];
	for (let i = 0; i < 3; i++) { await key(page, i ? 'V' : 'v'); round.push(await current(page)) }
	report(round.join(' ') === '1W 1W.2 1W.7 1W', 'v goes round the turns that stand for one another', round.join(' '));
	await page.close();
}
{
	const page = await open('figurines.html#15W'), moves = await page.$$eval('.moves a', (links) => links.map((link) =>
		Array.from(link.querySelectorAll('svg'), (svg) => svg.getAttribute('aria-label') + (svg.getBoundingClientRect().width > 9 &&
			document.getElementById(svg.firstChild.getAttribute('href').slice(1)) ? '' : '?')).join() + link.textContent.replace(/^\d+\. /, '')));
	report(moves.slice(10, 13).join(' ') === 'Bishopc4 Knightf6 Queenb3' && moves[16] === 'Bishopg5' && !moves.some((move) => move.includes('?')),
		'figurines of a page are pieces of its set, and have names', moves.join(' '));
	await page.close();
}
// Clicks on squares of the board that is open, or drags from the first to the second.
const click = async (page, names, drag) => {
	const places = await page.evaluate((names) => {
		const root = document.querySelector('ludus-game')?.shadowRoot || document, svg = root.querySelector('.game.open .board svg');
		const ground = svg.querySelector('.ludus-pieces').parentNode.getScreenCTM(), flipped = svg.querySelector('.ludus-coord text').textContent !== 'a';
		return names.split(' ').map((name) => {
			const file = name.charCodeAt(0) - 97, row = 8 - name[1];
			const at = new DOMPoint(45 * (flipped ? 7 - file : file) + 22, 45 * (flipped ? 7 - row : row) + 22).matrixTransform(ground);
			return [at.x, at.y];
		});
	}, names);
	if (!drag) { for (const at of places) await page.mouse.click(...at); return }
	await page.mouse.move(...places[0]);
	await page.mouse.down({ button: 'right' });
	await page.mouse.move(...places[places.length - 1]);
	await page.mouse.up({ button: 'right' });
};
for (const width of [320, 768, 1440]) {
	const own = await browser.newContext({ offline: true, viewport: { width, height: 900 } }), page = await open('problems.html', { context: own });
	const verdict = () => page.textContent('.game.open .verdict'), placement = async () => (await boards(page)).drawn, seen = [];
	report(await page.textContent('.game.open .asked') === 'White to move mates in 2' && !(await page.isVisible('.game.open .moves')) &&
		await page.isVisible('.game.open .tries'), `${width}: a problem tells what is asked, and hides its solution`);
	await key(page, 'ArrowRight', 'End', 'v');
	await page.mouse.wheel(0, 100);
	report(await placement() === 'kbK5/pp6/1P6/8/8/8/8/R7', `${width}: no key shows a move of it`);
	await click(page, 'a1 a5');
	seen.push(await verdict());
	await click(page, 'b6 a7');
	seen.push(await verdict());
	report(seen.join(' ') === 'a1\u2013a5 is not the solution. 1. bxa7? is a try; Bxa7 refutes it.'.replace('1. ', ''), `${width}: a wrong move and a try are told`, seen.join(' '));
	report(await placement() === 'kbK5/pp6/1P6/8/8/8/8/R7', `${width}: they are taken back`, await placement());
	await click(page, 'a1 a6');
	await page.waitForTimeout(900);
	report(await verdict() === 'The answer is bxa6.' && await placement() === 'kbK5/p7/pP6/8/8/8/8/8', `${width}: the right move is answered`, await verdict());
	await key(page, 'Home');
	await page.fill('.game.open .tries input', 'Ra1-a6');
	await key(page, 'Enter');
	seen.push(await verdict());
	await page.fill('.game.open .tries input', 'ra6');
	await key(page, 'Enter');
	await page.fill('.game.open .tries input', 'a1a6');
	await key(page, 'Enter');
	await page.waitForTimeout(900);
	report(await verdict() === 'The answer is Bc7.', `${width}: typed again, it has another answer`, await verdict());
	await click(page, 'a6 a7');
	report((await page.textContent('.game.open .asked')).endsWith('Solved.') && await page.isVisible('.game.open .moves'), `${width}: the end of the line shows the solution`);
	await page.selectOption('.chooser select', '1');
	await click(page, 'f7 f8');
	await page.click('.game.open .tries button:has-text("Queen")');
	seen.push(await verdict());
	await click(page, 'f7 f8');
	await page.click('.game.open .tries button:has-text("Rook")');
	await page.waitForTimeout(900);
	report(seen.pop() === 'f7\u2013f8=Q is not the solution.' && await verdict() === 'The answer is Kh6.', `${width}: the reader chooses what a pawn becomes`, await verdict());
	await page.click('.game.open .tries button:has-text("Show solution")');
	report(await page.isVisible('.game.open .moves') && await page.evaluate(() => document.documentElement.scrollWidth) <= width, `${width}: a button shows the solution`);
	await page.selectOption('.chooser select', '2');
	seen.push(await page.textContent('.game.open .asked'), await verdict());
	await click(page, 'c2 d4');
	seen.push(await verdict());
	await click(page, 'b2 d3');
	await page.waitForTimeout(900);
	seen.push(await verdict());
	report(seen.slice(-4).join(' ') === 'White to move wins in 1, with a chance of more than 1/2 The roll is 5 and 6. c2\u2013d4 is right; the turn goes on. ' +
		'The answer is (1,4) Rex d8-e7. The roll is 6 and 6.', `${width}: with dice the roll is shown, and the moves of a turn come in any order`, seen.slice(-4).join(' '));
	const other = await open('problems.html#g2-1B', { context: own });
	report(await other.isVisible('.game.open .moves') && await current(other) === 'g2-1B', `${width}: an address of a turn shows the solution`);
	report(!page.faults.length && !other.faults.length, `${width}: without a fault`, page.faults.concat(other.faults).join('\n'));
	await own.close();
}
{
	const page = await open('clocks.html');
	await key(page, 'ArrowRight');
	await click(page, 'c2 c4', true);
	await click(page, 'e4', true);
	const mine = () => page.$$eval('.board .ludus-note', (notes) => notes.map((note) => note.tagName + ' ' + note.getAttribute('class').split('-').pop()).join());
	const seen = [await mine()];
	await key(page, 'ArrowRight');
	seen.push(await mine());
	await key(page, 'ArrowLeft', 'f');
	await click(page, 'c2 c4', true);
	seen.push(await mine());
	await click(page, 'a1');
	seen.push(await mine());
	report(seen.join(' ; ') === 'g green,circle green ;  ; circle green ; ', "the reader's arrows and marks stay with their turn until they are taken away", seen.join(' ; '));
	await key(page, 'Home');
	await page.hover('.board svg');
	await page.mouse.wheel(0, 100);
	await page.mouse.wheel(0, 100);
	await page.waitForTimeout(100);
	report(await current(page) === '1B', 'the wheel over the board goes on', await current(page));
	await page.close();
}
for (const [width, height, colorScheme] of [[320, 640, 'light'], [600, 400, 'dark'], [768, 900, 'light'], [1440, 900, 'dark']]) {
	const own = await browser.newContext({ offline: true, viewport: { width, height }, colorScheme }), page = await open('chances.html', { context: own });
	const graph = page.locator('.graph'), now = () => graph.getAttribute('aria-valuetext'), seen = [await now()];
	await graph.focus();
	await key(page, 'ArrowRight', 'ArrowRight');
	seen.push(await now());
	const box = await graph.boundingBox();
	await graph.click({ position: { x: box.width - 2, y: 10 } });
	seen.push(await now(), await current(page));
	report(seen.join('; ') === 'Start; 1B e5: 52\u2009%; 2B Qe7: 92\u2009%; 2B', `${width}x${height}: the graph of chances follows keys and clicks`, seen.join('; '));
	report(box.width > 100 && box.height >= 30 && await page.evaluate(() => document.documentElement.scrollWidth) <= width, `${width}x${height}: it has room`, JSON.stringify(box));
	await own.close();
}
// Pages with <ludus-game>, served as from a host.
async function host(body, options = {}) {
	const own = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options }), page = await own.newPage();
	page.faults = [];
	page.on('pageerror', (error) => page.faults.push(String(error)));
	await page.route('https://host.test/**', (route) => {
		const name = dir + new URL(route.request().url()).pathname;
		if (route.request().url().endsWith('/host')) return route.fulfill({ contentType: 'text/html', body: '<!DOCTYPE html><meta charset="utf-8">' + body });
		return existsSync(name) ? route.fulfill({ path: name }) : route.fulfill({ status: 404 });
	});
	await page.goto('https://host.test/host');
	return page;
}
const inside = (page, at, run) => page.evaluate(([at, run]) => new Function('root', 'return ' + run)(document.querySelectorAll('ludus-game')[at].shadowRoot), [at, run]);
{
	const page = await host(`<html lang="de"><style>button { font-size: 60px !important } svg { display: none } p { color: red }</style>
		<script src="ludus-game.js" defer></script><script src="ludus-game.js" defer></script>
		<ludus-game src="many.html#g3"><a href="many.html">The games</a></ludus-game>
		<div lang="fr"><ludus-game src="equitum.html#7B"></ludus-game></div>
		<ludus-game lang="es" src="problems.html"></ludus-game>
		<ludus-game src="nowhere.html"><p id="stays">The moves.</p></ludus-game>`);
	await page.waitForFunction(() => Array.from(document.querySelectorAll('ludus-game')).slice(0, 3).every((game) => game.shadowRoot?.querySelector('.game.open .board')));
	const seen = [await inside(page, 0, "root.querySelector('.game.open .to-move').textContent"), await inside(page, 1, "root.querySelector('.game.open .to-move').textContent"),
		await inside(page, 2, "root.querySelector('.asked').textContent"), await inside(page, 1, "root.querySelector('[aria-current]').id")];
	report(seen.join(' ; ') === 'Weiß am Zug. ; Trait aux Blancs. ; Juegan las blancas y dan mate en 2 ; 7B',
		'several <ludus-game> show the games of pages, each in its language, at the turn of its address', seen.join(' ; '));
	report(await page.isVisible('#stays') && !(await page.isVisible('text=The games')), 'what stands in an element is shown only if its games cannot be had');
	report(await inside(page, 0, "getComputedStyle(root.querySelector('button')).fontSize + getComputedStyle(root.querySelector('.board svg')).display") === '15.2pxblock',
		'styles of the page do not reach into it');
	await page.locator('ludus-game').nth(1).locator('.moves').focus();
	await key(page, 'ArrowRight', 'f');
	seen.push(await inside(page, 1, "root.querySelector('[aria-current]').id"), await inside(page, 0, "String(root.querySelector('[aria-current]'))"), await page.evaluate(() => location.hash));
	report(seen.slice(4).join(' ; ') === '8W ; null ; ', 'keys go to the one that has the focus, and the address of the page stays', seen.slice(4).join(' ; '));
	await page.locator('ludus-game').nth(1).locator('.keys button:has-text("Copier la FEN")').click();
	const fen = await page.evaluate(() => navigator.clipboard.readText());
	report(/^[^ ]+ b - - \d+ 8$/.test(fen), 'FEN is copied from within', fen);
	await page.emulateMedia({ media: 'print' });
	await page.waitForTimeout(200);
	const printed = await inside(page, 0, "root.querySelectorAll('.game').length + ' ' + Array.from(root.querySelectorAll('.game')).filter((game) => game.offsetHeight).map((game) => game.querySelector('.printed').innerText.length > 9)");
	report(printed === '3 true', 'of its games the one that is open is printed', printed);
	report(!page.faults.length, 'without a fault', page.faults.join('\n'));
	await page.context().close();
}
for (const [width, height] of [[600, 400], [320, 640], [768, 900], [1440, 900]]) for (const name of ['equitum', 'chances', 'clocks', 'problems']) {
	const page = await host(`<style>body { margin: 0 }</style><script src="ludus-game.js" defer></script><ludus-game src="${name}.html"></ludus-game>`, { viewport: { width, height } });
	await page.waitForFunction(() => document.querySelector('ludus-game').shadowRoot?.querySelector('.board'));
	const parts = await page.evaluate(() => ['.board .ludus', '.keys', '.moves', '.tries', '.player', '.graph'].map((part) => {
		const box = document.querySelector('ludus-game').shadowRoot.querySelector(part)?.getBoundingClientRect();
		return box?.height && { part, left: box.left, right: box.right, top: box.top, bottom: box.bottom, height: box.height };
	}).filter(Boolean));
	const whole = height > width ? parts.filter((box) => box.part !== '.moves' && box.part !== '.tries' && box.part !== '.graph') : parts;
	report(whole.every((box) => box.top >= 0 && box.bottom <= height && box.left >= 0 && box.right <= width) && parts[0].height >= (width > 320 ? 230 : 200) &&
		parts.find((box) => box.part === '.moves' || box.part === '.tries').height > 60, `${width}x${height}, ${name}: board, buttons and moves are in view`, JSON.stringify(parts));
	await page.context().close();
}
{
	const page = await open('italian.html');
	report(await page.textContent('.to-move') === 'Muove il Bianco.', 'a page speaks the language it was made in', await page.textContent('.to-move'));
	await page.close();
}
{
	const page = await open('ten.html'), pdf = await page.pdf({ format: 'A4' });
	report((pdf.toString('latin1').match(/\/Type \/Page\b/g) || []).length <= 3, 'ten short games are printed on three sheets', (pdf.toString('latin1').match(/\/Type \/Page\b/g) || []).length);
	report(!/\/Subtype ?\/Image/.test(pdf.toString('latin1')), 'and there is no bitmap in them');
	await page.emulateMedia({ media: 'print' });
	const men = (label) => expectedTurns('chess').find((turn) => turn.label === label).placement.replace(/[\d/]/g, '').length;
	const figures = await page.$$eval('.printed', (games) => games.map((game) => Array.from(game.querySelectorAll('figure'), (figure) =>
		figure.querySelectorAll('use').length + ' ' + figure.previousElementSibling.textContent).join(', ')));
	report(figures.length === 10 && figures.every((figure) => figure === men('10W') + ' 10. Nxb5, ' + men('17W') + ' 1\u20130'), 'a diagram stands where the record asks for it, and at the end', figures[0]);
	const width = await page.$eval('figure svg', (svg) => svg.getBoundingClientRect().width / 96 * 25.4);
	report(width < 40 && await page.$eval('.printed', (box) => getComputedStyle(box).columnCount) === '2', 'diagrams are small, and moves stand in columns', width);
	const problems = await open('problems.html');
	await problems.emulateMedia({ media: 'print' });
	const asked = await problems.$$eval('.game', (games) => games.map((game) => game.querySelector('.asked').textContent + game.querySelectorAll('figure').length));
	report(asked.slice(0, 2).join() === 'White to move mates in 22,White to move mates in 22', 'problems are printed with their first position and what is asked', asked.join());
	await page.close();
	await problems.close();
}
// For page.sh: each theme in print and, with tints, captured men, idle dice and notes, as on the screen.
for (const theme of ['paper', 'tinted', 'dark', 'hatched']) {
	const page = await open('press-' + theme + '.html#17B');
	const save = async (media) => {
		await page.emulateMedia({ media });
		writeFileSync(dir + `/press-${theme}-${media}-${await current(page)}.pdf`, await page.pdf({ format: 'A4' }));
		return page.evaluate(() => ['.ludus-last', '.ludus-last.on-dark', '.ludus-ghost', '.ludus-arrow', '.ludus-note', '.die.idle'].filter((name) => document.querySelector('.game.open .left ' + name)).join());
	};
	const halo = await page.$eval('.defs .ludus-halo', (halo) => getComputedStyle(halo).strokeWidth + getComputedStyle(halo).fill);
	report(halo === '4pxrgb(255, 255, 255)', `${theme}: pieces have the halo of drawings`, halo);
	await save('print');
	const drawn = [await save('screen')];
	await key(page, 'ArrowLeft');
	drawn.push(await save('screen'));
	report(drawn.join(' ') === '.ludus-last,.ludus-last.on-dark,.ludus-ghost,.ludus-arrow,.ludus-note .ludus-last,.ludus-last.on-dark,.ludus-arrow,.die.idle',
		`${theme}: turns for the press have all of these`, drawn.join(' '));
	await page.close();
}
{
	const page = await open('press-own.html#3W');
	const lines = await page.$$eval('.left .ludus-veil', (veils) => veils.map((veil) => getComputedStyle(veil).stroke + getComputedStyle(veil).opacity + veil.getAttribute('d')).join());
	report(lines === 'rgb(255, 255, 255)1M157.5 138v39', 'a captured man of an own set is crossed out by lines of the ground', lines);
	writeFileSync(dir + '/press-own.pdf', await page.pdf({ format: 'A4' }));
	await page.emulateMedia({ media: 'screen' });
	writeFileSync(dir + '/press-own-screen.pdf', await page.pdf({ format: 'A4' }));
	await page.close();
}
// Rules of accessibility, in every state of a page.
const axe = readFileSync(process.env.AXE, 'utf8');
for (const name of ['equitum', 'chances', 'problems', 'many', 'theme-dark']) {
	for (const scheme of ['light', 'dark']) {
		const own = await browser.newContext({ offline: true, colorScheme: scheme === 'dark' ? 'dark' : 'light', forcedColors: scheme === 'forced' ? 'active' : 'none' });
		const page = await open(name + '.html', { context: own }), faults = [];
		for (const step of ['start', 'turn']) {
			if (step === 'turn') await key(page, 'ArrowRight', 'ArrowRight');
			await page.evaluate(axe);
			const found = await page.evaluate(() => window.axe.run());
			for (const one of found.violations) faults.push(step + ' ' + one.id + ' ' + one.nodes.map((node) => node.target + ' ' + (node.any[0]?.message || node.failureSummary)).slice(0, 3).join('; '));
		}
		report(!faults.length, `${name}, ${scheme}: axe finds nothing`, faults.join('\n'));
		await own.close();
	}
}
{
	const page = await host('<html lang="en"><title>Games</title><script src="ludus-game.js" defer></script><main><h1>Games</h1><ludus-game src="equitum.html"></ludus-game><ludus-game src="chances.html"></ludus-game></main>');
	await page.waitForFunction(() => Array.from(document.querySelectorAll('ludus-game')).every((game) => game.shadowRoot?.querySelector('.board')));
	await page.evaluate(axe);
	const found = await page.evaluate(() => window.axe.run());
	report(!found.violations.length, 'two <ludus-game>: axe finds nothing', found.violations.map((one) => one.id + ' ' + one.nodes.map((node) => node.target).join('; ')).join('\n'));
	await page.context().close();
}
{
	const page = await open('clocks.html'), list = (await page.innerText('.moves')).replace(/\s+/g, ' ').trim();
	report(list === '1. e4 10:00 e5 +0.21 9:59 2. Nf3 Nc6 read me 3. Bb5 9:50 and me 3… a6 *',
		'clocks and evaluations stand beside the moves, and comments of commands alone do not stand between them', list);
	const bars = () => page.$$eval('.player', (bars) => bars.map((bar) => bar.innerText.replace(/\s+/g, ' ').trim()).join(' / ')), seen = [await bars()];
	await key(page, 'ArrowRight', 'ArrowRight');
	seen.push(await bars());
	await key(page, 'f', 'End');
	seen.push(await bars());
	report(seen.join(' ; ') === 'Bea (2391) / Ann (2405) ; Bea (2391) 9:59 / Ann (2405) 10:00 ; Ann (2405) 9:50 / Bea (2391) 9:59',
		'players with ratings and clocks stand on their sides of the board', seen.join(' ; '));
	await page.close();
}
{
	const page = await open('equitum.html#100%');
	await key(page, 'ArrowRight');
	report(await current(page) === '1W' && !page.faults.length, 'an address that is none opens the start', page.faults.join('\n'));
	await key(page, 'F');
	report((await boards(page)).flipped, 'keys are the same with Caps Lock');
	const swipe = (dx, dy) => page.evaluate(([dx, dy]) => {
		const svg = document.querySelector('.board svg'), touch = (x, y) => new Touch({ identifier: 1, target: svg, clientX: x, clientY: y });
		svg.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(200, 200)], changedTouches: [touch(200, 200)] }));
		svg.dispatchEvent(new TouchEvent('touchend', { touches: [], changedTouches: [touch(200 + dx, 200 + dy)] }));
	}, [dx, dy]);
	const seen = [];
	for (const way of [[-90, 10], [-90, 10], [90, -10], [-60, 90], [-20, 0]]) { await swipe(...way); seen.push(await current(page)) }
	report(seen.join(' ') === '1B 2W 1B 1B 1B', 'a swipe over the board goes on and back', seen.join(' '));
	await page.evaluate((source) => {
		document.body.innerHTML = '<iframe></iframe>';
		document.querySelector('iframe').srcdoc = source;
	}, readFileSync(dir + '/equitum.html', 'utf8'));
	const frame = await (await page.waitForSelector('iframe')).contentFrame();
	await frame.click('.keys button:has-text("Next")');
	await frame.click('.keys button:has-text("Next")');
	const held = await frame.evaluate(() => document.querySelector('[aria-current]')?.id);
	report(held === '1B' && !page.faults.length, 'a page in a frame of an article can be used', held + ' ' + page.faults.join('\n'));
	await page.close();
}
{
	const page = await open('equitum.html#4W');
	await page.emulateMedia({ media: 'print' });
	report(!(await page.isVisible('.keys')) && await page.isVisible('.printed figure'), 'in print there are no buttons');
	const pdf = async () => (await page.pdf({ format: 'A4' })).length, whole = await pdf();
	const hide = (what) => page.evaluate((what) => document.querySelectorAll(what).forEach((e) => e.setAttribute('display', 'none')), what);
	await hide('figure .ludus-pieces');
	const empty = await pdf();
	await hide('figure .ludus-dark');
	const bare = await pdf();
	await page.evaluate(() => document.querySelectorAll('figure [display]').forEach((e) => e.removeAttribute('display')));
	report(whole > empty + 2000 && empty > bare, 'a PDF with the default settings shows board and pieces', [whole, empty, bare].join(' '));
	await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
	const ground = await page.evaluate(() => getComputedStyle(document.querySelector('main')).backgroundColor);
	report(/^rgb\((\d|[1-5]\d), /.test(ground), 'dark mode has a dark ground', ground);
	await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active', colorScheme: 'light' });
	report(await page.isVisible('.board use'), 'forced colours leave the pieces visible');
	await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
	const name = await page.evaluate(() => getComputedStyle(document.querySelector('.board .ludus-coord')).fill);
	report(/^rgb\(([0-4]?\d), /.test(name), 'and the coordinates dark on their white ground, in the dark scheme too', name);
	await page.close();
}
for (const name of ['paper', 'tinted', 'dark', 'hatched']) {
	const page = await open('theme-' + name + '.html'), looks = [];
	for (const colorScheme of ['light', 'dark']) {
		await page.emulateMedia({ colorScheme });
		looks.push(await page.evaluate(() => {
			const light = (element, what) => {
				const rgb = getComputedStyle(element)[what].match(/\d+/g).map((part) => (part / 255) ** 2.2);
				return .2126 * rgb[0] + .7152 * rgb[1] + .0722 * rgb[2] + .05;
			};
			const own = document.querySelector('.board .ludus-paper');
			const ground = own ? light(own, 'fill') : light(document.querySelector('main'), 'backgroundColor');
			const name = light(document.querySelector('.board .ludus-coord'), 'fill');
			const move = document.querySelector('.moves a:has(b)') || document.querySelector('.moves a');
			move.setAttribute('aria-current', 'step');
			const behind = light(move, 'backgroundColor'), number = light(move.querySelector('b') || move, 'color');
			return [getComputedStyle(document.querySelector('.board .ludus-light')).fill, Math.max(ground, name) / Math.min(ground, name),
				Math.max(behind, number) / Math.min(behind, number)];
		}));
	}
	report(looks.every((look) => look[1] > 7), `${name}: coordinates can be read in both modes`, JSON.stringify(looks));
	report(looks.every((look) => look[2] >= 4.5), `${name}: the number of the current move is plain`, JSON.stringify(looks));
	report((looks[0][0] === looks[1][0]) === (name !== 'paper'), `${name}: dark mode changes the squares of the usual theme only`, JSON.stringify(looks));
	await page.close();
}

// The share of pixels in which two pictures differ much.
const compare = (page, one, other, width, height) => page.evaluate(async ([svg, png, width, height]) => {
	const pixels = async (url) => {
		const image = new Image();
		image.src = url;
		await image.decode();
		const canvas = Object.assign(document.createElement('canvas'), { width, height }), draw = canvas.getContext('2d');
		draw.fillStyle = '#fff';
		draw.fillRect(0, 0, width, height);
		draw.drawImage(image, 0, 0, width, height);
		return draw.getImageData(0, 0, width, height).data;
	};
	const a = await pixels(svg), b = await pixels(png);
	let far = 0;
	for (let i = 0; i < a.length; i += 4) if (Math.max(...[0, 1, 2].map((c) => Math.abs(a[i + c] - b[i + c]))) > 96) far++;
	return far / (a.length / 4);
}, [one, other, width, height]);
const picture = (name, type, bytes) => 'data:image/' + type + ';base64,' + (bytes || readFileSync(dir + '/' + name)).toString('base64');
{
	const page = await (await browser.newContext()).newPage();
	await page.goto('about:blank');
	for (const name of ['turn-paper', 'turn-tinted', 'turn-dark', 'turn-hatched', 'captures', 'strip', 'roman', 'chess']) {
		const png = readFileSync(dir + '/' + name + '.png');
		const far = await compare(page, picture(name + '.svg', 'svg+xml'), picture('', 'png', png), png.readUInt32BE(16), png.readUInt32BE(20));
		report(far < 0.002, `${name}: rsvg-convert and Chromium draw the same picture`, far);
	}
	await page.close();
}
{
	const page = await open('animation.svg');
	const frame = async () => (await page.screenshot()).toString('base64');
	const first = await frame();
	await page.waitForTimeout(2600);
	report(first !== await frame() && !page.faults.length, 'an animation moves', page.faults.join('\n'));
	await page.close();
	const still = await browser.newContext({ reducedMotion: 'reduce' });
	const calm = await open('animation.svg', { context: still });
	const before = (await calm.screenshot()).toString('base64');
	await calm.waitForTimeout(2600);
	report(before === (await calm.screenshot()).toString('base64'), 'for those who want less motion it stands still');
	await still.close();
}
for (const name of ['equitum', 'bell', 'chess']) {
	const page = await open('end-' + name + '.svg'), end = await page.screenshot();
	const judge = await (await browser.newContext()).newPage();
	const moving = await open('moving-' + name + '.svg'), differ = [];
	const length = await moving.evaluate(() => document.getAnimations()[0].effect.getTiming().duration);
	for (const left of [4500, 2400, 10]) {
		await moving.evaluate((at) => { for (const one of document.getAnimations()) { one.pause(); one.currentTime = at } }, length - left);
		const far = await compare(judge, picture('', 'png', end), picture('', 'png', await moving.screenshot()), 1280, 720);
		if (far > 0.0001) differ.push(left + ': ' + far);
	}
	report(!differ.length, `${name}: after its last move an animation shows the end until it begins anew`, differ.join(', '));
	await page.close();
	await moving.close();
	await judge.close();
}
{
	const page = await open('animation.svg');
	const running = () => page.evaluate(() => getComputedStyle(document.querySelector('.turn1')).animationPlayState);
	const states = [await running()];
	await page.mouse.move(100, 100);
	states.push(await running());
	await page.mouse.move(1200, 700);
	states.push(await running());
	await key(page, 'Tab');
	states.push(await running());
	report(states.join(' ') === 'running paused running paused', 'an animation rests under the pointer and while it has the focus', states.join(' '));
	await page.close();
}
await browser.close();
process.exit(failed ? 1 : 0);
