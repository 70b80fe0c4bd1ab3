// What a reader of a replay page sees and does.
import { readFileSync, statSync } from 'node:fs';
import { browser, context, dir, report, open, boards, covered, key, current, expectedTurns, finish } from './chromium.mjs';

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
	const frame = await page.evaluate(() => { const link = document.querySelector('.moves a[aria-current]'), style = getComputedStyle(link); return [link.matches(':focus-visible'), parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth)].join() });
	report(frame === 'true,0', 'the frame of the focus covers no other move', frame);
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
	const asked = [];
	for (const language of ['en', 'de', 'fr']) {
		const page = await open('mate-' + language + '.html');
		asked.push(await page.textContent('.asked'));
		await page.close();
	}
	report(asked.join('; ') === 'White to move mates in 1; Weiß am Zug: Matt in 1; Trait aux Blancs : mat en 1', 'what a problem of one move asks is said in words that fit the number', asked.join('; '));
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
	const drawn = await page.locator('.graph .black').getAttribute('d'), known = 'M1 0H4V100H1z';
	report(drawn === known, `${width}x${height}: turns that are not judged have no colour`, drawn);
	report(box.width > 100 && box.height >= 30 && await page.evaluate(() => document.documentElement.scrollWidth) <= width, `${width}x${height}: it has room`, JSON.stringify(box));
	await own.close();
}

{
	const page = await open('illegal.html'), faults = await page.$$eval('.moves .fault', (faults) => faults.map((fault) => fault.textContent +
		(getComputedStyle(fault).textDecorationLine === 'underline' ? '_' : '') + (fault.title ? ' (' + fault.title + ')' : '')));
	report(faults.join('; ') === 'Ke3_ (King does not move from e1 to e3; perhaps Ke2); Nc6_', 'moves that were not played are underlined, not their numbers, and the first says why', faults.join('; '));
	await page.close();
}

await finish();
