import { execFile, type ExecFileException } from 'node:child_process';

export interface Endpoint {
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type Input = Readonly<Record<string, unknown>>;

export interface Api {
  readonly name: string;
  readonly version: string;
  /** Performs an operation such as `PutObject`. Bodies are Buffers. Throws Refused or Impossible. */
  call(operation: string, input: Input): Promise<Input>;
  presign(operation: 'GetObject' | 'PutObject', input: Input, expiresSeconds: number): Promise<string>;
  presignPost(wish: FormWish, expiresSeconds: number): Promise<SignedForm>;
  upload(path: string, bucket: string, key: string): Promise<void>;
  download(bucket: string, key: string, path: string): Promise<void>;
  /** The same client with other settings. The caller must close it. */
  as(endpoint: Endpoint): Promise<Api>;
  close(): Promise<void>;
}

export interface FormWish {
  readonly bucket: string;
  readonly key: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly conditions?: readonly unknown[];
}

export interface SignedForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface Command {
  readonly name: string;
  readonly version: string;
  run(...args: readonly string[]): Promise<string>;
  as(endpoint: Endpoint): Command;
}

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string;
  readonly status: number | undefined;

  constructor(code: string, status: number | undefined, message = code) {
    super(`${code}: ${message}`);
    this.code = code;
    this.status = status;
  }
}

/** The client has no way to send this request. */
export class Impossible extends Error {
  override readonly name = 'Impossible';
}

export interface Run {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly status: number;
}

const RUN_MS_MAX = 120_000;

export async function execute(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Run> {
  // oxlint-disable-next-line node/no-process-env -- commands need the PATH and HOME of the machine
  const { AWS_CA_BUNDLE: _bundle, AWS_PROFILE: _profile, ...inherited } = process.env;
  const { promise, resolve, reject } = Promise.withResolvers<Run>();
  const options = {
    env: { ...inherited, ...environment },
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
    timeout: RUN_MS_MAX,
  } as const;
  const done = (error: ExecFileException | null, stdout: Buffer, stderr: Buffer): void => {
    if (error !== null && typeof error.code !== 'number') reject(error);
    else resolve({ stdout, stderr: stderr.toString(), status: Number(error?.code ?? 0) });
  };
  execFile(command, [...args], options, done);
  return await promise;
}

/** The first line of the command's version output. Undefined if the command is not installed. */
export async function versionOf(command: string, ...args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout, stderr, status } = await execute(command, args);
    return status === 0 ? (stdout.toString() || stderr).split('\n')[0]?.trim() : undefined;
  } catch {
    return undefined;
  }
}
