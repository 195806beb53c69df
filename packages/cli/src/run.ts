import { parseArguments } from './arguments.ts';
import type { ApiFailure } from './api/api-failure.ts';
import { createClient } from './api/client.ts';
import { outageMessage } from './api/error-messages.ts';
import type { Command, TokenInput, World } from './command.ts';
import { CommandFailure, WrongArguments } from './command-failure.ts';
import { readCredentials } from './config/credentials.ts';
import type { Environment } from './config/folders.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { fileErrorMessage } from './local/file-errors.ts';
import { createOutput, type Output, type Stream } from './terminal/output.ts';
import { createProgress, type Progress } from './terminal/progress.ts';
import { COMMANDS, SERVER_COMMANDS, USAGE } from './usage.ts';

export interface Process {
  readonly environment: Environment;
  readonly stdin: TokenInput;
  readonly stdout: NodeJS.WritableStream & Stream;
  readonly stderr: Stream;
  readonly signal: AbortSignal;
}

/** Runs one command. Throws only for bugs. */
export async function run(args: readonly string[], process: Process): Promise<ExitCode> {
  const [name = 'help', ...rest] = args;
  if (['help', '--help', '-h'].includes(name)) return await help(rest[0], process);
  const isQuiet = rest.includes('--quiet') || rest.includes('-q');
  const isShown = process.stderr.isTTY === true && !isQuiet;
  const progress = createProgress({ stderr: process.stderr, isShown, now: () => performance.now() });
  const output = createOutput({
    stdout: process.stdout,
    stderr: process.stderr,
    isJson: rest.includes('--json'),
    isQuiet: isQuiet || process.stderr.isTTY !== true,
    beforeLine: progress.clear,
  });
  try {
    return await runCommand({ name, rest, process }, output, progress);
  } catch (error) {
    progress.clear();
    return explain(error, { name, output, signal: process.signal });
  } finally {
    progress.clear();
  }
}

async function help(name: string | undefined, { stdout }: Process): Promise<ExitCode> {
  const command = await load(name ?? '');
  stdout.write(`${command === undefined ? USAGE : usageOf(name ?? '', command)}\n`);
  return EXIT.done;
}

async function load(name: string): Promise<Command | undefined> {
  return Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.() : undefined;
}

function usageOf(name: string, command: Command): string {
  return `Usage: coffer ${name} ${command.usage}`;
}

interface Asked {
  readonly name: string;
  readonly rest: readonly string[];
  readonly process: Process;
}

async function runCommand(
  { name, rest, process }: Asked,
  output: Output,
  progress: Progress,
): Promise<ExitCode> {
  const command = await load(name);
  if (SERVER_COMMANDS.includes(name)) {
    throw new WrongArguments(
      `"coffer ${name}" is for the machine of a server: run "node apps/server/bin/coffer.js ${name}" in its folder.`,
    );
  }
  if (command === undefined) throw new WrongArguments(`There is no command "${name}".`);
  const parsed = parseArguments(rest, command.options);
  if (parsed.isSet('help')) {
    output.result(usageOf(name, command));
    return EXIT.done;
  }
  const { environment, stdin, stdout, signal } = process;
  const world: World = {
    environment,
    stdin,
    stdout,
    output,
    signal,
    context: async () => {
      const credentials = await readCredentials(environment, output.warn);
      const onOutage = ({ code }: ApiFailure): void => output.warn(outageMessage(code));
      const client = createClient({ ...credentials, signal, onOutage });
      return { client, environment, output, progress, signal };
    },
  };
  return await command.run(world, parsed);
}

function explain(
  error: unknown,
  { name, output, signal }: { readonly name: string; readonly output: Output; readonly signal: AbortSignal },
): ExitCode {
  if (signal.aborted) {
    output.warn('Stopped. Run the same command again to continue.');
    return EXIT.stopped;
  }
  if (error instanceof WrongArguments) {
    output.warn(`${error.message}\nRun "coffer ${Object.hasOwn(COMMANDS, name) ? `${name} ` : ''}--help".`);
    return error.exitCode;
  }
  if (error instanceof CommandFailure) {
    output.warn(error.message);
    return error.exitCode;
  }
  const message = fileErrorMessage(error);
  if (message === undefined || !(error instanceof Error)) throw error;
  const path = 'path' in error ? `${String(error.path)}: ` : '';
  output.warn(`${path}${message}.`);
  return EXIT.failed;
}
