import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCoffer } from '@coffer/testing/coffer-process';
import { authenticatorCode } from '@coffer/testing/totp';
import { expect, test } from '@playwright/test';
import { unzipped } from '../../../apps/web/src/features/download/zip-reader.world.ts';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR } from '../first-start.ts';
import { createPdf, createPng } from '../sample-files.ts';
import { sha256 } from '../transfers-world.ts';
import { openFirefox } from './firefox.ts';
import { Hands } from './hands.ts';
import { openWebKit } from './webkit.ts';
import type { BrowserWindow } from './window.ts';

const MIB = 1024 * 1024;
const FILES = 'input[type=file]:not([webkitdirectory])';
const LONG_MS = 120_000;

for (const [family, open] of [
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const) {
  test(`a first day in ${family}`, async () => {
    let isDone = false;
    await using stack = new AsyncDisposableStack();
    const data = stack.use(await createDataFolder('other-browsers'));
    const disk = stack.use(await createDataFolder('other-browsers-disk'));
    const samples = writeSamples(disk.path);
    const coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
    stack.defer(async () => void (await coffer.stop()));
    const window = stack.use(await open(join(disk.path, 'home')));
    console.log(`  ${window.version}`);
    const hands = new Hands(window);
    stack.defer(async () => {
      if (!isDone)
        await test.info().attach('page', { body: await window.screenshot(), contentType: 'image/png' });
    });
    await window.resize(1280, 900);

    await test.step('start', async () => {
      await window.goto(coffer.welcomeLink ?? 'no welcome link was printed');
      await hands.fill('Your name', ADMINISTRATOR.name);
      await hands.fill('Email', ADMINISTRATOR.email);
      await hands.fill('Password', ADMINISTRATOR.password);
      await hands.click('button', 'Create account');
      await hands.sees('heading', 'This folder is empty');
      await expectNoScroll(hands);
    });

    const secret = await test.step('set up an authenticator', async () => {
      await window.goto(`${coffer.url}/settings/security`);
      await hands.click('button', 'Set up');
      await hands.sees('textbox', 'Six-digit code');
      const shown = /\b(?:[A-Z2-7]{4} ){4,}[A-Z2-7]+/.exec(await hands.text())?.[0] ?? '';
      await hands.fill('Six-digit code', authenticatorCode(shown, new Date()));
      await hands.until('the authenticator', async () =>
        (await hands.text()).includes('Authenticator app turned on'),
      );
      await hands.click('button', 'I’ve saved them');
      return shown;
    });

    await test.step('sign in, after a wrong password', async () => {
      await signOut(hands, window);
      await window.goto(`${coffer.url}/sign-in`);
      await hands.fill('Email or user name', ADMINISTRATOR.email);
      await hands.fill('Password', 'Wrong-Horse-9-Staple');
      await hands.click('button', 'Sign in');
      await hands.sees('alert', /Wrong email, user name or password/);
      await hands.fill('Password', ADMINISTRATOR.password);
      await hands.click('button', 'Sign in');
      // The next code is accepted 30 seconds early.
      await hands.fill('Six-digit code', authenticatorCode(secret, new Date(Date.now() + 30_000)));
      await hands.sees('heading', 'This folder is empty');
    });

    await test.step('upload small files into a folder', async () => {
      await hands.click('button', 'New folder');
      await hands.sees('textbox', 'Name');
      await window.type('Notes');
      await window.press('Enter');
      await hands.click('link', 'Notes');
      await hands.sees('heading', 'This folder is empty');
      await window.setFiles(
        FILES,
        Object.keys(samples.notes).map((name) => join(disk.path, name)),
      );
      await hands.sees('heading', '40 files uploaded', LONG_MS);
      await hands.click('button', 'Close');
    });

    await test.step('go on with a large upload after a reload', async () => {
      await hands.click('link', 'Files');
      await window.setFiles(FILES, [samples.big.path]);
      await hands.until('some of it', async () => (await progress(hands)) > 0, LONG_MS);
      await hands.click('button', 'Pause all');
      await hands.sees('button', 'Resume all');
      await window.goto(coffer.url);
      await hands.sees('button', 'Choose file again', LONG_MS);
      // Neither driver can answer the system's file chooser, and one closes it.
      await window.run('HTMLInputElement.prototype.click = () => undefined;');
      await hands.click('button', 'Choose file again');
      await window.setFiles('body > input[type=file]', [samples.big.path]);
      await hands.sees('heading', '1 file uploaded', LONG_MS);
      await hands.click('button', 'Close');
    });

    await test.step('download it, and the folder as a zip file', async () => {
      await choose(hands, 'large.bin', 'Download');
      const big = await arrived(hands, join(window.downloads, 'large.bin'), samples.big.content.length);
      expect(sha256(big)).toBe(sha256(samples.big.content));
      await choose(hands, 'Notes', 'Download');
      await hands.sees('heading', '1 download complete', LONG_MS);
      const zip = unzipped(await arrived(hands, join(window.downloads, 'Notes.zip')));
      const contents = Object.entries(zip).flatMap(([path, content]) =>
        content === null ? [] : [[path, content.toString()]],
      );
      expect(Object.fromEntries(contents)).toEqual(
        Object.fromEntries(Object.entries(samples.notes).map(([name, text]) => [`Notes/${name}`, text])),
      );
    });

    await test.step('look at an image, a text and a PDF', async () => {
      const shown = ['sunset.png', 'letter.pdf', 'تقرير السنة.txt'];
      await window.setFiles(
        FILES,
        shown.map((name) => join(disk.path, name)),
      );
      await hands.sees('heading', '3 files uploaded', LONG_MS);
      await hands.click('button', 'Close');
      await hands.click('link', 'sunset.png');
      const width = `return document.querySelector('img[alt="sunset.png"]')?.naturalWidth ?? 0;`;
      await hands.until('the image', async () => (await window.run(width)) === 320);
      await window.press('ArrowLeft');
      await hands.until('the PDF', async () => (await hands.text()).includes('Dear reader'));
      await window.press('Escape');
      await hands.click('link', 'تقرير السنة.txt');
      // The styles of the editor stay in a shadow root, and so does its text.
      const sheets = `return [...document.querySelectorAll('[role=dialog] *')].map((one) => one.shadowRoot?.textContent ?? '').join('');`;
      await hands.until('the text', async () => String(await window.run(sheets)).includes('مرحبا بكم'));
      await window.press('Escape');
      await hands.until('the list', async () => (await hands.count('dialog', /./)) === 0);
    });

    await test.step('open by keyboard, and come back to the row', async () => {
      await window.run(`document.querySelector('[role=row][aria-label*="letter.pdf"]').focus();`);
      await window.press('ArrowDown');
      await window.press('Enter');
      await hands.sees('dialog', 'sunset.png');
      await window.press('Escape');
      const focused = `return document.activeElement?.getAttribute('aria-label') ?? '';`;
      await hands.until('the row', async () => String(await window.run(focused)).includes('sunset.png'));
    });

    await test.step('trash and undo', async () => {
      await choose(hands, 'sunset.png', /^Move to trash/);
      await hands.until('it is gone', async () => (await hands.count('link', 'sunset.png')) === 0);
      await window.press('Control', 'z');
      await hands.sees('link', 'sunset.png');
      // A reused row must not keep the direction of an Arabic name.
      const direction = `return Array.from(document.querySelectorAll('bdi'), (name) => name.textContent + ' ' + getComputedStyle(name).direction);`;
      expect(await window.run(direction)).toContain('sunset.png ltr');
      expect(await window.run(direction)).toContain('تقرير السنة.txt rtl');
    });

    await test.step('from right to left, on a narrow screen', async () => {
      await window.goto(`${coffer.url}/settings/appearance`);
      await hands.click('label', 'العربية');
      await hands.sees('heading', 'المظهر');
      await window.resize(390, 844);
      await window.goto(coffer.url);
      await hands.sees('link', 'sunset.png');
      expect(await window.run('return document.documentElement.dir;')).toBe('rtl');
      await expectNoScroll(hands);
      await window.resize(1280, 900);
      await window.goto(`${coffer.url}/settings/appearance`);
      await hands.click('label', 'English');
      await hands.sees('heading', 'Appearance');
    });

    await test.step('sign out and leave nothing behind', async () => {
      await signOut(hands, window);
      const left = `return {
        cookie: document.cookie, local: Object.keys(localStorage), session: Object.keys(sessionStorage), caches: await caches.keys(),
        databases: (await indexedDB.databases()).map(({ name }) => name) };`;
      expect(await window.run(left)).toEqual({
        cookie: '',
        local: [],
        session: [],
        caches: [],
        databases: [],
      });
      await window.goto(coffer.url);
      await hands.sees('button', 'Sign in');
    });
    expect(await window.faults()).toEqual([]);
    isDone = true;
  });
}

function writeSamples(root: string) {
  mkdirSync(root, { recursive: true });
  const notes: Record<string, string> = {};
  for (let number = 1; number <= 40; number += 1) {
    notes[`note ${number}.txt`] = `note ${number}\n${randomBytes(number * 7).toString('hex')}\n`;
  }
  const big = { path: join(root, 'large.bin'), content: randomBytes(96 * MIB) };
  writeFileSync(big.path, big.content);
  for (const [name, text] of Object.entries(notes)) writeFileSync(join(root, name), text);
  writeFileSync(join(root, 'sunset.png'), createPng(320, 200));
  writeFileSync(join(root, 'letter.pdf'), createPdf('Dear reader, this is page one.'));
  writeFileSync(join(root, 'تقرير السنة.txt'), 'مرحبا بكم\n'.repeat(20));
  return { notes, big };
}

async function signOut(hands: Hands, window: BrowserWindow): Promise<void> {
  await hands.click('button', 'Account');
  await hands.click('menuitem', 'Sign out');
  await hands.sees('heading', 'You’re signed out');
  // The application fetches this page anew, so that nothing of the session is left in memory.
  const fetched = `return performance.getEntriesByType('navigation')[0]?.name.endsWith('/signed-out') && document.readyState === 'complete';`;
  await hands.until('the page by itself', async () => (await window.run(fetched)) === true);
  await hands.sees('heading', 'You’re signed out');
}

async function choose(hands: Hands, name: string, action: string | RegExp): Promise<void> {
  await hands.click('button', `Actions for ${name}`);
  await hands.click('menuitem', action);
}

async function progress(hands: Hands): Promise<number> {
  const bar = `return Number(document.querySelector('[role=progressbar][aria-label="Upload of all files"]')?.ariaValueNow ?? 0);`;
  return Number(await hands.window.run(bar));
}

async function arrived(hands: Hands, path: string, length?: number): Promise<Buffer> {
  let last = -1;
  await hands.until(
    path,
    () => {
      const now = existsSync(path) ? readFileSync(path).length : -1;
      const isWhole = now >= 0 && now === (length ?? last);
      last = now;
      return Promise.resolve(isWhole);
    },
    LONG_MS,
  );
  return readFileSync(path);
}

async function expectNoScroll(hands: Hands): Promise<void> {
  const over = `const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    return [scrollWidth - clientWidth, scrollHeight - clientHeight];`;
  expect(await hands.window.run(over)).toEqual([0, 0]);
}
