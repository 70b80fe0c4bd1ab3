// A Chromium, pages in it, and what they show, for the tests beside this file: node TEST.mjs FOLDER.
import { readFileSync, existsSync } from 'node:fs';
const { chromium } = await import(process.env.PLAYWRIGHT);

export const dir = process.argv[2];
export const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
export const context = await browser.newContext({ offline: true });
let failed = 0;

export function report(ok, name, why) {
	console.log((ok ? 'ok ' : 'not ok ') + name);
	if (!ok) { failed++; if (why !== undefined) console.log('# ' + String(why).replace(/\n/g, '\n# ')) }
}

// Opens a page and remembers whatever it complains about or asks for.
export async function open(name, options = {}) {
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
export const boards = (page) => page.evaluate(() => {
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
export const covered = (page) => page.evaluate(() => Array.from(document.querySelectorAll('.game.open .ludus-taken')).filter((sign) => {
	const box = sign.getBBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
	return box.width < 10 && Array.from(document.querySelectorAll('.game.open .ludus-arrow path')).some((path) => {
		for (let at = 0; at <= path.getTotalLength(); at++) {
			const point = path.getPointAtLength(at);
			if (Math.hypot(point.x - x, point.y - y) < 5) return true;
		}
		return false;
	});
}).length);

export const key = async (page, ...names) => { for (const name of names) await page.keyboard.press(name) };
export const current = (page) => page.evaluate(() => document.querySelector('.game.open [aria-current]')?.id ?? '');

export function expectedTurns(name) {
	return readFileSync(dir + '/' + name + '.tsv', 'utf8').trim().split('\n').map((line) => line.split('\t'))
		.filter((fields) => /^\d+/.test(fields[1])).map((fields) => ({ label: fields[1], placement: fields[3].split(' ')[0].replace(/\[.*|~/g, ''), fen: fields[3] }));
}

// Pages with <ludus-game>, served as from a host.
export async function host(body, options = {}) {
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

export async function finish() {
	await browser.close();
	process.exit(failed ? 1 : 0);
}
