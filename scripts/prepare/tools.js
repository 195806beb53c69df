import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environment } from './environment.js';
import { run, say, timed } from './say.js';

/**
 * Programs of the operating system that tests are run with, and the Debian package of each. The tests that need a missing one are
 * skipped; `npm test` counts it as failed where `CI` is set.
 *
 * @type {readonly { readonly program: string, readonly debianPackage: string, readonly isForLinux: boolean }[]}
 */
export const TOOLS = [
  { program: 'aws', debianPackage: 'awscli', isForLinux: false },
  { program: 'unzip', debianPackage: 'unzip', isForLinux: false },
  { program: 'jq', debianPackage: 'jq', isForLinux: false },
  { program: 'strace', debianPackage: 'strace', isForLinux: true },
  { program: 'mkfs.xfs', debianPackage: 'xfsprogs', isForLinux: true },
  { program: 'ip', debianPackage: 'iproute2', isForLinux: true },
];

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/usr/sbin', '/sbin', '/opt/google/chrome'];

/**
 * @param {(program: string) => string | undefined} [find]
 * @param {string} [platform]
 */
export function missingTools(find = findProgram, platform = process.platform) {
  return TOOLS.filter(
    ({ program, isForLinux }) => (platform === 'linux' || !isForLinux) && find(program) === undefined,
  );
}

/** Only on Debian as root; elsewhere their tests are skipped. */
export async function ensureTools() {
  const missing = missingTools();
  if (missing.length === 0 || !mayInstall()) return;
  const names = missing.map(({ debianPackage }) => debianPackage);
  const isInstalled = await timed(
    `Installing ${names.join(', ')} with apt (for the tests, once)`,
    async () => await installWithApt(names),
  );
  if (!isInstalled)
    say(`${names.join(', ')} could not be installed; the tests that need them will be skipped.`);
}

export function mayInstall() {
  return isDebian() && process.getuid?.() === 0;
}

function isDebian() {
  if (!existsSync('/etc/os-release') || findProgram('apt-get') === undefined) return false;
  // Ubuntu has Chromium only as a snap.
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/** @param {readonly string[]} packages */
export async function installWithApt(packages) {
  const env = { ...environment.all, DEBIAN_FRONTEND: 'noninteractive' };
  const args = ['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '--no-install-recommends', ...packages];
  if ((await run('apt-get', args, { env })).status === 0) return true;
  // Fresh images have no package lists.
  if ((await run('apt-get', ['update'], { env })).status !== 0) return false;
  return (await run('apt-get', args, { env })).status === 0;
}

/**
 * @param {string} name
 * @returns {string | undefined}
 */
export function findProgram(name) {
  const folders = [...environment.path.split(delimiter).filter((folder) => folder !== ''), ...FOLDERS];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
