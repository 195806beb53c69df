import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startCephGateway } from './external/ceph-gateway.ts';
import { startDebianPostgres } from './external/debian-postgres.ts';
import { installPython } from './external/python.ts';

// The whole suite against a PostgreSQL, and the journeys against an S3 server, that we did not write. Debian, root.
// `--unit`, `--clients` and `--browser` run a part; what stands behind `--` goes to the runner of each.
const PACKAGES = [
  'postgresql',
  'ceph-mon',
  'ceph-mgr',
  'ceph-osd',
  'radosgw',
  'ceph-common',
  'awscli',
  'curl',
  'jq',
  'python3-boto3',
  'python3-venv',
  'rclone',
  's3cmd',
];
const POSTGRES_PORT = 54_329;

install();
const folder = mkdtempSync(join(tmpdir(), 'coffer-external-'));
// The account of PostgreSQL must get through to its own folder inside.
chmodSync(folder, 0o711);
const stops: (() => Promise<void>)[] = [];
try {
  const postgres = await startDebianPostgres(join(folder, 'postgres'), POSTGRES_PORT);
  stops.push(() => postgres.stop());
  console.log(`PostgreSQL ${postgres.version} of Debian is up`);
  const gateway = await startCephGateway(join(folder, 'ceph'));
  stops.push(() => gateway.stop());
  console.log('Ceph RADOS Gateway is up');
  const python = installPython(join(folder, 'python'));
  console.log('the clients of PyPI are installed');
  const environment = {
    ...process.env,
    COFFER_TEST_PYTHON: python,
    COFFER_TEST_DATABASE_URL: postgres.url,
    COFFER_TEST_S3: JSON.stringify(gateway.environment),
    COFFER_E2E_POSTGRES: postgres.url,
    COFFER_E2E_S3: JSON.stringify(gateway.environment),
  };
  const [flags, more] = split(process.argv.slice(2));
  const parts: readonly (readonly [string, string, readonly string[]])[] = [
    [
      '--unit',
      'unit and integration tests on PostgreSQL of Debian, store contract on Ceph',
      ['node_modules/vitest/vitest.mjs', 'run'],
    ],
    ['--clients', 'clients of others at the embedded store and at Ceph', ['scripts/compatibility.ts']],
    [
      '--browser',
      'browser journeys on PostgreSQL of Debian and Ceph',
      ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts'],
    ],
  ];
  console.log('\nthe template of CloudFormation, by its linter');
  const linted = spawnSync(join(dirname(python), 'cfn-lint'), ['deploy/aws/coffer.yaml'], {
    stdio: 'inherit',
  });
  if (linted.status !== 0) process.exitCode = 1;
  for (const [flag, name, command] of parts) {
    if (flags.length > 0 && !flags.includes(flag)) continue;
    console.log(`\n${name}`);
    const { status } = spawnSync(process.execPath, [...command, ...more], {
      stdio: 'inherit',
      env: environment,
    });
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  for (const stop of stops.toReversed()) await stop();
  rmSync(folder, { recursive: true, force: true });
}

function split(args: readonly string[]): readonly [readonly string[], readonly string[]] {
  const at = args.indexOf('--');
  return at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
}

function install(): void {
  const missing = PACKAGES.filter((name) => !isInstalled(name));
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
