import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ExternalStore, STORE_KEY, storeEnvironment, untilAnswering } from './external-store.ts';

const PORT = 7480;

/**
 * Needs root and Debian's ceph-mon, ceph-mgr, ceph-osd, radosgw and ceph-common.
 * @see https://docs.ceph.com/en/pacific/install/manual-deployment/
 */
export async function startCephGateway(folder: string): Promise<ExternalStore> {
  for (const part of ['mon', 'mgr', 'osd', 'run', 'log']) mkdirSync(join(folder, part), { recursive: true });
  const configuration = join(folder, 'ceph.conf');
  const keyring = join(folder, 'keyring');
  writeFileSync(configuration, configurationText(folder));
  const run = (command: string, ...rest: readonly string[]): string =>
    execFileSync(command, ['-c', configuration, ...rest], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *'];
  execFileSync('ceph-authtool', [
    '--create-keyring',
    keyring,
    '--gen-key',
    '-n',
    'mon.',
    '--cap',
    'mon',
    'allow *',
  ]);
  execFileSync('ceph-authtool', [keyring, '--gen-key', '-n', 'client.admin', ...all]);
  const map = join(folder, 'monmap');
  const address = '[v2:127.0.0.1:3300,v1:127.0.0.1:6789]';
  execFileSync('monmaptool', [
    '--create',
    '--clobber',
    '--fsid',
    fsidOf(configuration),
    '--addv',
    'a',
    address,
    map,
  ]);
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring);
  run('ceph-mon', '-i', 'a', '--keyring', keyring);
  const ceph = (...rest: readonly string[]): string => run('ceph', '--connect-timeout', '30', ...rest);
  const addKey = (name: string, ...caps: readonly string[]): void => {
    writeFileSync(
      keyring,
      `${readFileSync(keyring, 'utf8')}\n${ceph('auth', 'get-or-create', name, ...caps)}`,
    );
  };
  addKey('mgr.x', 'mon', 'allow profile mgr', 'osd', 'allow *');
  run('ceph-mgr', '-i', 'x', '--keyring', keyring);
  startOsd({ folder, keyring, run, ceph });
  addKey('client.rgw', 'mon', 'allow rw', 'osd', 'allow rwx', 'mgr', 'allow rw');
  return await startGateway({ folder, keyring, run, ceph });
}

interface ClusterDeps {
  readonly folder: string;
  readonly keyring: string;
  readonly run: (command: string, ...rest: readonly string[]) => string;
  readonly ceph: (...rest: readonly string[]) => string;
}

function startOsd({ folder, keyring, run, ceph }: ClusterDeps): void {
  const uuid = crypto.randomUUID();
  const secret = execFileSync('ceph-authtool', ['--gen-print-key'], { encoding: 'utf8' }).trim();
  const secrets = join(folder, 'osd.json');
  writeFileSync(secrets, JSON.stringify({ cephx_secret: secret }));
  const id = ceph('osd', 'new', uuid, '-i', secrets).trim();
  execFileSync('ceph-authtool', [keyring, '--name', `osd.${id}`, '--add-key', secret]);
  run('ceph-osd', '-i', id, '--mkfs', '--osd-uuid', uuid, '--keyring', keyring);
  run('ceph-osd', '-i', id, '--keyring', keyring);
}

async function startGateway({ folder, keyring, run }: ClusterDeps): Promise<ExternalStore> {
  // In the foreground, so that it ends with us.
  const gateway = spawn(
    'radosgw',
    ['-f', '-c', join(folder, 'ceph.conf'), '-n', 'client.rgw', '--keyring', keyring],
    {
      stdio: 'ignore',
    },
  );
  await untilAnswering(PORT);
  run(
    'radosgw-admin',
    'user',
    'create',
    '--uid=coffer',
    '--display-name=Coffer',
    `--access-key=${STORE_KEY.access}`,
    `--secret=${STORE_KEY.secret}`,
  );
  return {
    version: `Ceph ${versionOfCeph()}`,
    environment: storeEnvironment(PORT),
    stop: async () => {
      gateway.kill('SIGKILL');
      for (const daemon of ['osd.0', 'mgr.x', 'mon.a']) killByPidFile(join(folder, 'run', `${daemon}.pid`));
      await pause(500);
    },
  };
}

function configurationText(folder: string): string {
  return `[global]
fsid = ${crypto.randomUUID()}
mon_host = [v2:127.0.0.1:3300,v1:127.0.0.1:6789]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
run_dir = ${folder}/run
admin_socket = ${folder}/run/$name.asok
pid_file = ${folder}/run/$name.pid
log_file = ${folder}/log/$name.log
keyring = ${folder}/keyring
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
mon_max_pg_per_osd = 1000
setuser_match_path =
[mon]
mon_data = ${folder}/mon
mon_cluster_log_file = ${folder}/log/cluster.log
[mgr]
mgr_data = ${folder}/mgr
mgr_initial_modules =
[osd]
osd_data = ${folder}/osd
osd_objectstore = memstore
memstore_device_bytes = 8589934592
osd_class_dir = /usr/lib/x86_64-linux-gnu/rados-classes
osd_class_load_list = *
osd_class_default_list = *
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${PORT} tcp_nodelay=1
rgw_gc_obj_min_wait = 10
`;
}

function fsidOf(configuration: string): string {
  const fsid = /^fsid = (\S+)$/m.exec(readFileSync(configuration, 'utf8'))?.[1];
  if (fsid === undefined) throw new Error('the configuration has an fsid');
  return fsid;
}

function versionOfCeph(): string {
  const said = execFileSync('radosgw', ['--version'], { encoding: 'utf8' });
  return /\b(\d+\.\d+\.\d+)/.exec(said)?.[1] ?? said;
}

function killByPidFile(path: string): void {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 'SIGKILL');
  } catch (error) {
    // Already ended, or never started.
    if (!(error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code))))
      throw error;
  }
}
