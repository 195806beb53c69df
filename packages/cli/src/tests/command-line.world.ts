// Runs the program against a running Coffer, with separate folders. Uses a child process only if it has to be killed or
// stopped.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { TOKEN_SCOPES } from '@coffer/contracts';
import { ADMINISTRATOR, welcome } from '@coffer/e2e/first-start';
import { Person } from '@coffer/e2e/person';
import { type TemporaryFolder, temporaryFolder } from '@coffer/testing';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { run } from '../run.ts';

export const PROGRAM = resolve(import.meta.dirname, '../../entry/coffer.js');

export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
}

/** Starts `coffer` with its own home below `folder`, which is also the working folder. */
export function startProgram(
  folder: string,
  args: readonly string[],
  { input = '', environment = {} }: RunOptions = {},
): Running {
  const { PATH, NODE_COMPILE_CACHE } = process.env; // oxlint-disable-line node/no-process-env
  mkdirSync(join(folder, 'home'), { recursive: true });
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: { PATH, NODE_COMPILE_CACHE, HOME: join(folder, 'home'), ...environment },
  });
  child.stdin.end(input);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (stdout += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (stderr += piece));
  const ended = new Promise<Ran>((done) => {
    child.once('close', (exitCode) => done({ exitCode, stdout, stderr }));
  });
  return { child, ended };
}

async function runHere(
  folder: string,
  args: readonly string[],
  { input = '', environment = {} }: RunOptions = {},
): Promise<Ran> {
  const [stdout, stderr] = [collector(), collector()];
  const exitCode = await run(args, {
    environment: { HOME: join(folder, 'home'), ...environment },
    stdin: Readable.from([input]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    signal: new AbortController().signal,
  });
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
}

function collector(): { readonly stream: Writable; text(): string } {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      pieces.push(piece);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString('utf8') };
}

export interface CommandLineWorld extends AsyncDisposable {
  readonly coffer: CofferProcess;
  readonly person: Person;
  readonly rootId: Awaited<ReturnType<Person['signIn']>>['personalSpace']['rootId'];
  readonly spaceId: Awaited<ReturnType<Person['signIn']>>['personalSpace']['id'];
  readonly token: string;
  readonly folder: TemporaryFolder;
  /** Runs in this process, which saves the start of another one. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  start(args: readonly string[], options?: RunOptions): Running;
}

export async function startCommandLineWorld(): Promise<CommandLineWorld> {
  const folder = temporaryFolder('command-line');
  process.chdir(folder.path);
  const coffer = await startCoffer({ dataFolder: join(folder.path, 'data') });
  await welcome(coffer);
  const person = new Person(coffer.url);
  const { personalSpace } = await person.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { secret: token } = await person.call('createToken', {
    body: { label: 'Command line', scopes: [...TOKEN_SCOPES] },
  });
  const start: CommandLineWorld['start'] = (args, options) => startProgram(folder.path, args, options);
  return {
    coffer,
    person,
    rootId: personalSpace.rootId,
    spaceId: personalSpace.id,
    token,
    folder,
    start,
    run: async (args, options) => await runHere(folder.path, args, options),
    [Symbol.asyncDispose]: async () => {
      process.chdir(tmpdir());
      await coffer.stop();
      await folder.remove();
    },
  };
}
