// What the suite asks of clients. None of them was written by us.
import { execFile, type ExecFileException } from 'node:child_process';

/** A store to be judged. */
export interface Endpoint {
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type Input = Readonly<Record<string, unknown>>;

/** A client that knows the operations of S3 by their names and fields: the SDK, boto3, `aws s3api`. */
export interface Api {
  readonly name: string;
  readonly version: string;
  /** Performs `PutObject` and so on. Bodies are Buffers. Throws Refused, or Impossible. */
  call(operation: string, input: Input): Promise<Input>;
  presign(operation: 'GetObject' | 'PutObject', input: Input, expiresSeconds: number): Promise<string>;
  /** Signs a form for a browser. Throws Impossible. */
  presignPost(wish: FormWish, expiresSeconds: number): Promise<SignedForm>;
  /** Sends a file in the way the client chooses for large ones. */
  upload(path: string, bucket: string, key: string): Promise<void>;
  download(bucket: string, key: string, path: string): Promise<void>;
  /** The same client with other settings. Close it. */
  as(endpoint: Endpoint): Promise<Api>;
  close(): Promise<void>;
}

export interface FormWish {
  readonly bucket: string;
  readonly key: string;
  /** Fields with fixed values, beside those that the client adds. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly conditions?: readonly unknown[];
}

export interface SignedForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A client that is a command. */
export interface Command {
  readonly name: string;
  readonly version: string;
  /** Runs it against the store with these arguments and gives back its standard output. Throws Refused. */
  run(...args: readonly string[]): Promise<string>;
  as(endpoint: Endpoint): Command;
}

/** The store refused. `code` is that of S3 where the client tells it. */
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

/** This client cannot say that. */
export class Impossible extends Error {
  override readonly name = 'Impossible';
}

export interface Run {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly status: number;
}

const RUN_MS_MAX = 120_000;

/** Runs a command; its exit code is part of the answer. Throws only when it cannot be run. */
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

/** The first line a command says of itself; undefined where it is not installed. */
export async function versionOf(command: string, ...args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout, stderr, status } = await execute(command, args);
    return status === 0 ? (stdout.toString() || stderr).split('\n')[0]?.trim() : undefined;
  } catch {
    // Not installed, or not for this machine.
    return undefined;
  }
}
