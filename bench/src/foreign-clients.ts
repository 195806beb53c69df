import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BUCKET, KEY_PAIR, REGION } from './server-process.ts';

const execute = promisify(execFile);
const RUN_MS_MAX = 30 * 60_000;

export interface ForeignClient {
  readonly name: string;
  /** `isFolder` includes everything below it. `key` is in the bench's bucket. */
  readonly up: (path: string, key: string, isFolder: boolean) => Promise<void>;
  readonly down: (key: string, path: string) => Promise<void>;
}

export async function foreignClients(storePort: number): Promise<readonly ForeignClient[]> {
  const endpoint = `http://127.0.0.1:${storePort}`;
  const clients: ForeignClient[] = [];
  for (const { command, open } of [
    { command: 'rclone', open: openRclone },
    { command: 'aws', open: openAws },
  ]) {
    const client = open(endpoint);
    if (await isInstalled(command)) clients.push(client);
    else console.log(`${client.name} is not installed here, and left out`);
  }
  return clients;
}

function openRclone(endpoint: string): ForeignClient {
  const run = runner('rclone', {
    RCLONE_CONFIG: '/dev/null',
    RCLONE_CONFIG_S3_TYPE: 's3',
    RCLONE_CONFIG_S3_PROVIDER: 'Other',
    RCLONE_CONFIG_S3_ENDPOINT: endpoint,
    RCLONE_CONFIG_S3_REGION: REGION,
    RCLONE_CONFIG_S3_ACCESS_KEY_ID: KEY_PAIR.accessKeyId,
    RCLONE_CONFIG_S3_SECRET_ACCESS_KEY: KEY_PAIR.secretAccessKey,
    RCLONE_CONFIG_S3_FORCE_PATH_STYLE: 'true',
  });
  return {
    name: 'rclone',
    up: (path, key, isFolder) => run(isFolder ? 'copy' : 'copyto', path, `s3:${BUCKET}/${key}`),
    down: (key, path) => run('copyto', `s3:${BUCKET}/${key}`, path),
  };
}

function openAws(endpoint: string): ForeignClient {
  const run = runner('aws', {
    AWS_ACCESS_KEY_ID: KEY_PAIR.accessKeyId,
    AWS_SECRET_ACCESS_KEY: KEY_PAIR.secretAccessKey,
    AWS_DEFAULT_REGION: REGION,
    AWS_CONFIG_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
  });
  const copy = (...args: readonly string[]): Promise<void> =>
    run('--endpoint-url', endpoint, 's3', 'cp', '--quiet', ...args);
  return {
    name: 'AWS CLI',
    up: (path, key, isFolder) => copy(...(isFolder ? ['--recursive'] : []), path, `s3://${BUCKET}/${key}`),
    down: (key, path) => copy(`s3://${BUCKET}/${key}`, path),
  };
}

function runner(command: string, settings: Readonly<Record<string, string>>) {
  return async (...args: readonly string[]): Promise<void> => {
    await execute(command, args, { env: { ...inherited(), ...settings }, timeout: RUN_MS_MAX });
  };
}

async function isInstalled(command: string): Promise<boolean> {
  return execute(command, [command === 'aws' ? '--version' : 'version'], { env: inherited() }).then(
    () => true,
    () => false,
  );
}

/** Some versions derive the store's protocol from the certificate bundle. */
function inherited(): NodeJS.ProcessEnv {
  const { AWS_CA_BUNDLE: _bundle, AWS_PROFILE: _profile, ...rest } = process.env;
  return rest;
}
