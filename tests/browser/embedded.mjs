// Pages within others, in print, in themes and for all readers; and drawings, beside those of rsvg-convert.
import { readFileSync, writeFileSync } from 'node:fs';
import { browser, dir, report, open, boards, key, current, expectedTurns, host, finish } from './chromium.mjs';

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

await finish();
