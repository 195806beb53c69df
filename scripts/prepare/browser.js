import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { environment } from './environment.js';
import { lastLines, run, say, timed } from './say.js';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const PLACES = ['/usr/bin', '/usr/local/bin', '/opt/google/chrome'];
const MACOS_BROWSERS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium for the journeys, or installs one, and leaves its path in .cache/chromium-path. Without one the tests still run, and
 * say that they skip the journeys.
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
 * Ubuntu's `chromium-browser` is a script that asks for a snap, which containers do not have.
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
  if (isDebian() && process.getuid?.() === 0) {
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

/**
 * A second client of the object store, for the tests that prove the store from outside. They skip without it.
 *
 * @param {string} root
 */
export async function ensureObjectStoreClient(root) {
  if (findProgram('aws') !== undefined || !isDebian() || process.getuid?.() !== 0) return;
  const tried = join(root, '.cache', 'awscli-tried');
  if (existsSync(tried)) return;
  const isInstalled = await timed(
    'Installing awscli with apt (for the tests, once)',
    async () => await installWithApt(['awscli']),
  );
  mkdirSync(dirname(tried), { recursive: true });
  writeFileSync(tried, '');
  if (!isInstalled) say('awscli could not be installed; the tests that need it will be skipped.');
}

/** @param {readonly string[]} packages */
async function installWithApt(packages) {
  const env = { ...environment.all, DEBIAN_FRONTEND: 'noninteractive' };
  const args = ['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '--no-install-recommends', ...packages];
  if ((await run('apt-get', args, { env })).status === 0) return true;
  // A fresh image has no lists of packages, and an old one has outdated lists.
  if ((await run('apt-get', ['update'], { env })).status !== 0) return false;
  return (await run('apt-get', args, { env })).status === 0;
}

function isDebian() {
  if (!existsSync('/etc/os-release') || findProgram('apt-get') === undefined) return false;
  // Ubuntu has Chromium as a snap only.
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/**
 * @param {string} name
 * @returns {string | undefined}
 */
function findProgram(name) {
  const folders = [...environment.path.split(delimiter).filter((folder) => folder !== ''), ...PLACES];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
