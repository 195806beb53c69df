// The program against a running Coffer, as a process with folders of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TOKEN_SCOPES } from '@coffer/contracts';
import { ADMINISTRATOR, welcome } from '@coffer/e2e/first-start';
import { Person } from '@coffer/e2e/person';
import { type TemporaryFolder, temporaryFolder } from '@coffer/testing';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';

const PROGRAM = resolve(import.meta.dirname, '../../entry/coffer.js');

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

export interface CommandLineWorld extends AsyncDisposable {
  readonly coffer: CofferProcess;
  readonly person: Person;
  readonly rootId: Awaited<ReturnType<Person['signIn']>>['personalSpace']['rootId'];
  readonly spaceId: Awaited<ReturnType<Person['signIn']>>['personalSpace']['id'];
  readonly token: string;
  readonly folder: TemporaryFolder;
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  start(args: readonly string[], options?: RunOptions): Running;
}

export async function startCommandLineWorld(): Promise<CommandLineWorld> {
  const folder = temporaryFolder('command-line');
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
    run: async (args, options) => await start(args, options).ended,
    [Symbol.asyncDispose]: async () => {
      await coffer.stop();
      await folder.remove();
    },
  };
}
