import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lastLines, run, say, timed } from './say.js';
import { findProgram, installWithApt, isExecutable, mayInstall } from './tools.js';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MACOS_BROWSERS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Writes the path to .cache/chromium-path. Without Chromium, browser tests are skipped.
 *
 * @param {string} root
 * @param {string} node
 */
export async function ensureBrowser(root, node) {
  const note = join(root, '.cache', 'chromium-path');
  const found = (await findBrowser(root, node)) ?? (await installBrowser(root, node));
  if (found === undefined) return;
  if (existsSync(note) && readFileSync(note, 'utf8') === found) return;
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, found);
}

/**
 * @param {string} root
 * @param {string} node
 */
async function findBrowser(root, node) {
  const system = [...BROWSERS.map(findProgram), ...MACOS_BROWSERS].find(
    (path) => path !== undefined && isExecutable(path),
  );
  if (system !== undefined && !(await isSnapStub(system))) return system;
  const ask = `import('playwright-core').then(({ chromium }) => process.stdout.write(chromium.executablePath()))`;
  const { status, output } = await run(node, ['-e', ask], { cwd: root });
  return status === 0 && isExecutable(output.trim()) ? output.trim() : undefined;
}

/**
 * Ubuntu's `chromium-browser` is a stub for a snap.
 *
 * @param {string} path
 */
async function isSnapStub(path) {
  return (await run(path, ['--version'])).status !== 0;
}

/**
 * @param {string} root
 * @param {string} node
 */
async function installBrowser(root, node) {
  if (mayInstall()) {
    const isInstalled = await timed(
      'Installing Chromium with apt (for the tests, once)',
      async () => await installWithApt(['chromium', 'fonts-dejavu-core']),
    );
    const found = isInstalled ? await findBrowser(root, node) : undefined;
    if (found !== undefined) return found;
  }
  const playwright = join(root, 'node_modules', 'playwright-core', 'cli.js');
  const withLibraries = process.getuid?.() === 0 && process.platform === 'linux' ? ['--with-deps'] : [];
  const { status, output } = await timed(
    'Downloading Chromium with Playwright (for the tests, once)',
    async () => await run(node, [playwright, 'install', ...withLibraries, 'chromium'], { cwd: root }),
  );
  if (status !== 0)
    say(
      `There is no Chromium, and it could not be installed; the journeys will be skipped.\n${lastLines(output)}`,
    );
  return status === 0 ? await findBrowser(root, node) : undefined;
}
