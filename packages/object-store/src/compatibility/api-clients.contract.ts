import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as sdk from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  type Api,
  type Endpoint,
  execute,
  Impossible,
  type Input,
  Refused,
  type SignedForm,
  versionOf,
} from './client.contract.ts';

const PART_BYTES = 5 * 1024 * 1024;

type Commands = Readonly<Record<string, new (input: Input) => never>>;

export async function openSdk(endpoint: Endpoint): Promise<Api> {
  const client = new sdk.S3Client({
    endpoint: endpoint.url,
    region: endpoint.region,
    credentials: endpoint,
    forcePathStyle: true,
    maxAttempts: 1,
  });
  const call: Api['call'] = async (operation, input) => {
    try {
      const output = (await client.send(commandOf(operation, input))) as unknown as Input;
      const body = output['Body'] as { transformToByteArray(): Promise<Uint8Array> } | undefined;
      return body === undefined
        ? output
        : { ...output, Body: Buffer.from(await body.transformToByteArray()) };
    } catch (error) {
      if (!(error instanceof sdk.S3ServiceException)) throw error;
      throw new Refused(error.name, error.$metadata.httpStatusCode, error.message);
    }
  };
  return {
    name: 'SDK v3',
    version: `AWS SDK for JavaScript ${sdkVersion()}`,
    call,
    presign: async (operation, input, expiresSeconds) => {
      const presigner = new sdk.S3Client({
        endpoint: endpoint.url,
        region: endpoint.region,
        credentials: endpoint,
        forcePathStyle: true,
        requestChecksumCalculation: 'WHEN_REQUIRED',
      });
      return await getSignedUrl(presigner, commandOf(operation, input), { expiresIn: expiresSeconds });
    },
    presignPost: async ({ bucket, key, fields = {}, conditions = [] }, Expires) =>
      await createPresignedPost(client, {
        Bucket: bucket,
        Key: key,
        Fields: fields,
        Conditions: conditions as never,
        Expires,
      }),
    upload: async (path, Bucket, Key) => {
      const body = readFileSync(path);
      const { UploadId } = await call('CreateMultipartUpload', { Bucket, Key });
      const Parts: object[] = [];
      for (let at = 0; at < body.length; at += PART_BYTES) {
        const PartNumber = Parts.length + 1;
        const Body = body.subarray(at, at + PART_BYTES);
        const { ETag, ChecksumCRC32 } = await call('UploadPart', { Bucket, Key, UploadId, PartNumber, Body });
        Parts.push({ PartNumber, ETag, ChecksumCRC32 });
      }
      await call('CompleteMultipartUpload', { Bucket, Key, UploadId, MultipartUpload: { Parts } });
    },
    download: async (Bucket, Key, path) => {
      const { Body } = await call('GetObject', { Bucket, Key });
      writeFileSync(path, Body as Buffer);
    },
    as: async (other) => await openSdk(other),
    close: async () => client.destroy(),
  };
}

function commandOf(operation: string, input: Input): never {
  const Command = (sdk as unknown as Commands)[`${operation}Command`];
  if (Command === undefined) throw new Impossible(operation);
  return new Command(input);
}

function sdkVersion(): string {
  const manifest = new URL(import.meta.resolve('@aws-sdk/client-s3/package.json'));
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

export async function openBoto3(endpoint: Endpoint): Promise<Api | undefined> {
  if ((await versionOf('python3', '-c', 'import boto3; print(boto3.__version__)')) === undefined)
    return undefined;
  // oxlint-disable-next-line node/no-process-env -- the interpreter needs the PATH and HOME of the machine
  const { AWS_CA_BUNDLE: _bundle, AWS_PROFILE: _profile, ...inherited } = process.env;
  const child = spawn('python3', [join(import.meta.dirname, 'boto3_driver.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...inherited, COFFER_S3_DRIVER: JSON.stringify(endpoint) },
  });
  const talk = conversationWith(child);
  const { version } = (await talk.next()) as { version: string };
  const call: Api['call'] = async (operation, input) => {
    const answer = (await talk.ask({ operation: snake(operation), input: toJson(input) })) as Reply;
    if (answer.impossible !== undefined) throw new Impossible(answer.impossible);
    if (answer.refused !== undefined) throw new Refused(answer.refused, answer.status, answer.message);
    return fromJson(answer.ok ?? {}) as Input;
  };
  return {
    name: 'boto3',
    version,
    call,
    presign: async (operation, params, expiresSeconds) => {
      const method = operation === 'GetObject' ? 'GET' : 'PUT';
      const input = { operation: snake(operation), params, expiresSeconds, method };
      const url: unknown = await call('presign', input);
      return typeof url === 'string' ? url : '';
    },
    presignPost: async ({ bucket, key, fields = {}, conditions = [] }, expiresSeconds) => {
      const all = [...conditions, ...Object.entries(fields).map(([name, value]) => ({ [name]: value }))];
      const input = { bucket, key, fields, conditions: all, expiresSeconds };
      return (await call('presign_post', input)) as unknown as SignedForm;
    },
    upload: async (path, bucket, key) => void (await call('upload_file', { path, bucket, key })),
    download: async (bucket, key, path) => void (await call('download_file', { bucket, key, path })),
    as: async (other) => {
      const opened = await openBoto3(other);
      if (opened === undefined) throw new Impossible('boto3 is no longer installed');
      return opened;
    },
    close: async () => void child.stdin.end(),
  };
}

interface Reply {
  readonly ok?: unknown;
  readonly refused?: string;
  readonly status?: number;
  readonly message?: string;
  readonly impossible?: string;
}

function conversationWith(child: ChildProcess) {
  const waiting: ((line: string) => void)[] = [];
  if (child.stdout === null) throw new Error('the child has no standard output');
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(line));
  child.on('exit', () => {
    for (const answer of waiting.splice(0)) answer('{"refused":"ClientDied"}');
  });
  const next = async (): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    waiting.push(resolve);
    return JSON.parse(await promise) as unknown;
  };
  return {
    next,
    ask: async (question: object): Promise<unknown> => {
      const answer = next();
      child.stdin?.write(`${JSON.stringify(question)}\n`);
      return await answer;
    },
  };
}

function toJson(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return { $bytes: value.toString('base64') };
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toJson(each)]));
}

function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== 'object' || value === null) return value;
  if ('$bytes' in value) return Buffer.from(String(value.$bytes), 'base64');
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fromJson(each)]));
}

export async function openAwsCli(endpoint: Endpoint): Promise<Api | undefined> {
  const version = await versionOf('aws', '--version');
  if (version === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'coffer-aws-'));
  const configuration = join(folder, 'config');
  // Older versions presign with Signature Version 2 by default.
  writeFileSync(configuration, '[default]\ns3 =\n  signature_version = s3v4\n  addressing_style = path\n');
  const environment = {
    AWS_ACCESS_KEY_ID: endpoint.accessKeyId,
    AWS_SECRET_ACCESS_KEY: endpoint.secretAccessKey,
    AWS_DEFAULT_REGION: endpoint.region,
    AWS_CONFIG_FILE: configuration,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_MAX_ATTEMPTS: '1',
    AWS_PAGER: '',
  };
  const run = async (...args: readonly string[]): Promise<string> => {
    const ran = await execute('aws', ['--endpoint-url', endpoint.url, ...args], environment);
    if (ran.status === 0) return ran.stdout.toString();
    throw awsError(ran.stderr);
  };
  return {
    name: 'AWS CLI',
    version: version.split(' ')[0] ?? version,
    call: async (operation, input) => {
      const file = join(folder, randomUUID());
      const args = Object.entries(input).flatMap(([name, value]) => argument(name, value, `${file}.in`));
      const output = operation === 'GetObject' ? [`${file}.out`] : [];
      const paging = /^List(?!Buckets)/.test(operation) ? ['--no-paginate'] : [];
      const text = await run('s3api', kebab(operation), ...args, ...paging, ...output);
      const answer = (text.trim() === '' ? {} : JSON.parse(text)) as Input;
      return operation === 'GetObject' ? { ...answer, Body: readFileSync(`${file}.out`) } : answer;
    },
    presign: async (operation, input, expiresSeconds) => {
      if (operation !== 'GetObject') throw new Impossible('aws s3 presign supports only GET');
      const target = `s3://${String(input['Bucket'])}/${String(input['Key'])}`;
      return (await run('s3', 'presign', target, '--expires-in', String(expiresSeconds))).trim();
    },
    presignPost: async () => {
      throw new Impossible('aws s3 presign does not support forms');
    },
    upload: async (path, bucket, key) =>
      void (await run('s3', 'cp', '--quiet', path, `s3://${bucket}/${key}`)),
    download: async (bucket, key, path) =>
      void (await run('s3', 'cp', '--quiet', `s3://${bucket}/${key}`, path)),
    as: async (other) => {
      const opened = await openAwsCli(other);
      if (opened === undefined) throw new Impossible('aws is no longer installed');
      return opened;
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function argument(name: string, value: unknown, file: string): readonly string[] {
  if (Buffer.isBuffer(value)) {
    writeFileSync(file, value);
    return [`--${kebab(name)}`, file];
  }
  if (typeof value === 'boolean') return [value ? `--${kebab(name)}` : `--no-${kebab(name)}`];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return [`--${kebab(name)}`, ...value];
  return [`--${kebab(name)}`, typeof value === 'string' ? value : JSON.stringify(value)];
}

function awsError(stderr: string): Error {
  const code = /An error occurred \((\w+)\)/.exec(stderr)?.[1];
  if (code !== undefined) return new Refused(code, /^\d{3}$/.test(code) ? Number(code) : undefined, stderr);
  if (/[Uu]nknown options|Unknown parameter|usage:|Invalid choice|Missing Dependency/.test(stderr))
    return new Impossible(stderr);
  return new Refused('ClientFailed', undefined, stderr.trim().slice(-300));
}

function kebab(name: string): string {
  return name
    .replaceAll(/(.)([A-Z][a-z]+)/g, '$1-$2')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
}

function snake(name: string): string {
  return kebab(name).replaceAll('-', '_');
}
