import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDebianPostgres } from './external/debian-postgres.ts';
import type { ExternalStore } from './external/external-store.ts';
import { installKeycloak } from './external/keycloak.ts';
import { installPython } from './external/python.ts';
import { STORES } from './external/stores.ts';

// Tests with third-party PostgreSQL, S3 servers, browsers, proxies and issuers. Needs Debian and root. `--api`, `--unit`,
// `--clients`, `--browser`, `--browsers`, `--drive`, `--issuers` and `--proxies` select parts, `--store ceph,minio` stores;
// arguments after `--` go to each runner.
const PACKAGES = ['postgresql', 'awscli', 'curl', 'jq', 'python3-boto3', 'python3-venv', 'rclone', 's3cmd'];
const PACKAGES_OF_CEPH = ['ceph-mon', 'ceph-mgr', 'ceph-osd', 'radosgw', 'ceph-common'];
const PACKAGES_OF_BROWSERS = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];
const PACKAGES_OF_DRIVES = ['litmus', 'rclone'];
const PACKAGES_OF_PROXIES = ['nginx-light', 'haproxy', 'caddy'];
const POSTGRES_PORT = 54_329;
const STORE_JOURNEYS = ['journey', 'bytes', 'downloads', 'resume', 'storage'];

const { values, positionals: more } = parseArgs({
  allowPositionals: true,
  options: {
    api: { type: 'boolean', default: false },
    unit: { type: 'boolean', default: false },
    clients: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
    browsers: { type: 'boolean', default: false },
    drive: { type: 'boolean', default: false },
    issuers: { type: 'boolean', default: false },
    proxies: { type: 'boolean', default: false },
    store: { type: 'string', default: Object.keys(STORES).join(',') },
  },
});
const asksStores = values.unit || values.clients || values.browser;
const asksOthers = values.browsers || values.drive || values.proxies || values.issuers;
const isAll = !asksStores && !asksOthers && !values.api;
const wanted = values.store.split(',');
const unknown = wanted.filter((name) => STORES[name] === undefined);
if (unknown.length > 0) {
  console.error(`--store knows ${Object.keys(STORES).join(', ')}, not ${unknown.join(', ')}`);
  process.exit(78);
}

if (isAll || values.proxies) {
  install(PACKAGES_OF_PROXIES);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'http/behind-proxies', ...more];
  run('the address of a client behind reverse proxies', vitest, { ...process.env, COFFER_TEST_PROXIES: '1' });
}
if (isAll || values.drive) {
  install(PACKAGES_OF_DRIVES);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'drive-clients.external', ...more];
  run('litmus and rclone at WebDAV', vitest, { ...process.env, COFFER_TEST_DRIVE: '1' });
}
if (isAll || values.issuers) {
  const keycloak = installKeycloak();
  if (keycloak === undefined) {
    console.log('\nKeycloak cannot be had here: it is left out');
    if (!isAll) process.exitCode = 1;
  } else {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'keycloak.external', ...more];
    run('joining and signing in with Keycloak', vitest, { ...process.env, COFFER_TEST_KEYCLOAK: keycloak });
  }
}
if (isAll || values.browsers) {
  install(PACKAGES_OF_BROWSERS);
  const journey = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/other-browsers.config.ts'];
  run('a first day in other browsers, with everything embedded', [...journey, ...more], process.env);
}
if (!isAll && !asksStores && !values.api) process.exit();
install([...PACKAGES, ...(wanted.includes('ceph') ? PACKAGES_OF_CEPH : [])]);
const folder = mkdtempSync(join(tmpdir(), 'coffer-external-'));
// PostgreSQL's user must reach its folder inside.
chmodSync(folder, 0o711);
const stops: (() => Promise<void>)[] = [];
try {
  const postgres = await startDebianPostgres(join(folder, 'postgres'), POSTGRES_PORT);
  stops.push(() => postgres.stop());
  console.log(`PostgreSQL ${postgres.version} of Debian is up`);
  const python = installPython(join(folder, 'python'));
  console.log('the clients of PyPI are installed');
  const environment = {
    ...process.env,
    COFFER_TEST_PYTHON: python,
    COFFER_TEST_DATABASE_URL: postgres.url,
    COFFER_E2E_POSTGRES: postgres.url,
  };
  console.log('\nthe template of CloudFormation, by its linter');
  const linted = spawnSync(join(dirname(python), 'cfn-lint'), ['deploy/aws/coffer.yaml'], {
    stdio: 'inherit',
  });
  if (linted.status !== 0) process.exitCode = 1;
  if (isAll || values.api) {
    run('the calls of the API, by a fuzzer', ['scripts/fuzz-api.ts', ...more], withClients(environment));
  }
  if (isAll || values.clients) {
    run(
      'clients of others at the embedded store',
      ['packages/object-store/src/compatibility/run.contract.ts', ...more],
      withClients(environment),
    );
  }
  let isFirst = true;
  for (const name of asksStores || isAll ? wanted : []) {
    const store = await STORES[name]?.(join(folder, name));
    if (store === undefined) {
      console.log(`\n${name} cannot be had here: it is left out`);
      if (wanted.length === 1) process.exitCode = 1;
      continue;
    }
    stops.push(() => store.stop());
    console.log(`\n${store.version} is up`);
    judge(store, { ...environment, ...environmentFor(name, store) }, isFirst);
    isFirst = false;
    stops.pop();
    await store.stop();
  }
} finally {
  for (const stop of stops.toReversed()) await stop();
  rmSync(folder, { recursive: true, force: true });
}

function environmentFor(name: string, { version, environment }: ExternalStore): Record<string, string> {
  const settings = JSON.stringify(environment);
  return {
    COFFER_TEST_S3: settings,
    COFFER_TEST_STORE: name,
    COFFER_TEST_STORE_VERSION: version,
    COFFER_E2E_S3: settings,
  };
}

function judge({ version }: ExternalStore, environment: NodeJS.ProcessEnv, isWhole: boolean): void {
  if (isAll || values.unit) {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...(isWhole ? [] : ['external.test']), ...more];
    run(`${isWhole ? 'all tests' : 'the contracts of stores'} on ${version}`, vitest, environment);
  }
  if (isAll || values.clients) {
    run(
      `clients of others at ${version}`,
      ['packages/object-store/src/compatibility/run.contract.ts', ...more],
      withClients(environment),
    );
  }
  if (isAll || values.browser) {
    const playwright = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts'];
    const journeys = isWhole ? [] : STORE_JOURNEYS.map((journey) => `/${journey}.spec`);
    run(`browser journeys on ${version}`, [...playwright, ...journeys, ...more], environment);
  }
}

function withClients(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folders = [dirname(environment['COFFER_TEST_PYTHON'] ?? ''), environment['PATH'] ?? ''];
  return { ...environment, PATH: folders.join(delimiter) };
}

function run(name: string, command: readonly string[], environment: NodeJS.ProcessEnv): void {
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit', env: environment });
  if (status !== 0) process.exitCode = 1;
}

function install(packages: readonly string[]): void {
  const missing = packages.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    console.error(`test:external needs Debian and root, to install ${missing.join(', ')}`);
    process.exit(78);
  }
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-q'], options);
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing], options);
}

function isInstalled(name: string): boolean {
  return spawnSync('dpkg', ['-s', name], { stdio: 'ignore' }).status === 0;
}
