import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Command,
  type Endpoint,
  execute,
  Refused,
  type SignedForm,
  versionOf,
} from './client.contract.ts';

export async function openS3cmd(endpoint: Endpoint): Promise<Command | undefined> {
  const version = await versionOf('s3cmd', '--version');
  return version === undefined ? undefined : s3cmd(endpoint, version.replace(' version', ''));
}

function s3cmd(endpoint: Endpoint, version: string): Command {
  const { host } = new URL(endpoint.url);
  const settings = [
    '--config=/dev/null',
    `--access_key=${endpoint.accessKeyId}`,
    `--secret_key=${endpoint.secretAccessKey}`,
    `--host=${host}`,
    `--host-bucket=${host}`,
    `--region=${endpoint.region}`,
    '--no-ssl',
    '--no-progress',
  ];
  return {
    name: 's3cmd',
    version,
    run: async (...args) => {
      const { stdout, stderr, status } = await execute('s3cmd', [...settings, ...args]);
      const failure = /S3 error: (\d{3}) \((\w+)\)/.exec(stderr) ?? /(\d{3}) \((\w+)\)/.exec(stderr);
      if (status !== 0)
        throw new Refused(failure?.[2] ?? 'ClientFailed', Number(failure?.[1] ?? 0), stderr.slice(-300));
      return stdout.toString();
    },
    as: (other) => s3cmd(other, version),
  };
}

export async function openRclone(endpoint: Endpoint): Promise<Command | undefined> {
  const version = await versionOf('rclone', 'version');
  return version === undefined ? undefined : rclone(endpoint, version.replace(' v', ' '));
}

function rclone(endpoint: Endpoint, version: string): Command {
  const environment = {
    RCLONE_CONFIG: '/dev/null',
    RCLONE_CONFIG_S3_TYPE: 's3',
    RCLONE_CONFIG_S3_PROVIDER: 'Other',
    RCLONE_CONFIG_S3_ENDPOINT: endpoint.url,
    RCLONE_CONFIG_S3_REGION: endpoint.region,
    RCLONE_CONFIG_S3_ACCESS_KEY_ID: endpoint.accessKeyId,
    RCLONE_CONFIG_S3_SECRET_ACCESS_KEY: endpoint.secretAccessKey,
    RCLONE_CONFIG_S3_FORCE_PATH_STYLE: 'true',
    RCLONE_RETRIES: '1',
    RCLONE_LOW_LEVEL_RETRIES: '1',
  };
  return {
    name: 'rclone',
    version,
    run: async (...args) => {
      const { stdout, stderr, status } = await execute('rclone', args, environment);
      const failure = /([A-Z]\w+): [^\n:]*\n?\s*status code: (\d{3})/.exec(stderr);
      if (status !== 0)
        throw new Refused(failure?.[1] ?? 'ClientFailed', Number(failure?.[2] ?? 0), stderr.slice(-300));
      return stdout.toString();
    },
    as: (other) => rclone(other, version),
  };
}

export interface CurlAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly code: string | undefined;
}

export interface CurlRequest {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  readonly isSigned?: boolean;
}

export interface Curl {
  readonly name: string;
  readonly version: string;
  send(method: string, path: string, request?: CurlRequest): Promise<CurlAnswer>;
  sendForm(form: SignedForm, file: FormFile): Promise<CurlAnswer>;
  as(endpoint: Endpoint): Curl;
}

export interface FormFile {
  readonly name: string;
  readonly content: string;
}

export async function openCurl(endpoint: Endpoint): Promise<Curl | undefined> {
  const version = await versionOf('curl', '--version');
  const [, major = '0', minor = '0'] = /^curl (\d+)\.(\d+)/.exec(version ?? '') ?? [];
  // Before 7.86, curl did not sort the query for the signature.
  const isAble = Number(major) > 7 || (Number(major) === 7 && Number(minor) >= 86);
  return version === undefined || !isAble ? undefined : curl(endpoint, version.split(' (')[0] ?? version);
}

function curl(endpoint: Endpoint, version: string): Curl {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-curl-'));
  return {
    name: 'curl',
    version,
    send: async (method, path, { query = '', headers = {}, body = '', isSigned = false } = {}) => {
      const file = join(folder, randomUUID());
      const bytes = Buffer.from(body);
      writeFileSync(`${file}.in`, bytes);
      const url = isSigned ? path : `${endpoint.url}${path}${query === '' ? '' : `?${query}`}`;
      const signing = [
        ['--aws-sigv4', `aws:amz:${endpoint.region}:s3`],
        ['--user', `${endpoint.accessKeyId}:${endpoint.secretAccessKey}`],
        ['--header', `x-amz-content-sha256: ${createHash('sha256').update(bytes).digest('hex')}`],
      ].flat();
      const hasBody = bytes.length > 0 || method === 'PUT' || method === 'POST';
      const answer = await fetched(file, [
        '--path-as-is',
        ...(method === 'HEAD' ? ['--head'] : ['--request', method]),
        ...(isSigned ? [] : signing),
        ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
        ...(hasBody ? ['--data-binary', `@${file}.in`, '--header', 'content-type: binary/octet-stream'] : []),
        url,
      ]);
      return method === 'HEAD' ? { ...answer, body: Buffer.alloc(0) } : answer;
    },
    sendForm: async ({ url, fields }, { name, content }) => {
      const file = join(folder, randomUUID());
      writeFileSync(`${file}.in`, content);
      return await fetched(file, [
        ...Object.entries(fields).flatMap(([field, value]) => ['--form-string', `${field}=${value}`]),
        '--form',
        `file=@${file}.in;filename=${name}`,
        url,
      ]);
    },
    as: (other) => curl(other, version),
  };
}

async function fetched(file: string, args: readonly string[]): Promise<CurlAnswer> {
  const output = ['--dump-header', `${file}.head`, '--output', `${file}.out`];
  const { status } = await execute('curl', ['--silent', '--max-time', '60', ...output, ...args]);
  if (status !== 0) throw new Refused('ClientFailed', undefined, `curl ended with ${status}`);
  return answerOf(readFileSync(`${file}.head`, 'latin1'), readIfThere(`${file}.out`));
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

function answerOf(head: string, body: Buffer): CurlAnswer {
  // The last block of headers, because `100 Continue` may precede it.
  const block = head.trim().split('\r\n\r\n').at(-1) ?? '';
  const [first = '', ...lines] = block.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const code = /<Code>(\w+)<\/Code>/.exec(body.toString())?.[1];
  return { status: Number(first.split(' ')[1]), headers, body, code };
}
