/**
 * Reads its configuration as one JSON line from stdin, answers with one on stdout, logs to stderr, and ends when stdin
 * closes. With an argument it runs one command (`maintenance/commands.ts`).
 */
import { createInterface } from 'node:readline';
import { err, ok, type Result } from '@coffer/kit';
import { type Configuration, configurationSchema } from './configuration.ts';
import type { StartError } from './create-user-pool.ts';
import { createLineLog } from './log.ts';
import type { DatabaseOptions } from './open-database.ts';
import type { ListenError } from './server.ts';
import { databaseOptionsOf, startConfigured } from './start-configured.ts';

type FatalError =
  | StartError
  | ListenError
  | { readonly code: 'configuration_invalid' | 'command_unknown' | 'internal'; readonly message: string };

const log = createLineLog((line) => process.stderr.write(line));
const writeReply = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

const ending = Promise.withResolvers<void>();
const lines = createInterface({ input: process.stdin });
const firstLine = new Promise<string | undefined>((resolve) => {
  lines.once('line', resolve);
  lines.once('close', () => resolve(undefined));
});
lines.once('close', () => ending.resolve());
process.once('SIGTERM', () => ending.resolve());
process.once('SIGINT', () => ending.resolve());

const outcome = await runSafely(await firstLine);
if (!outcome.ok) writeReply({ error: outcome.error });
lines.close();
process.stdin.destroy();
process.exitCode = outcome.ok ? 0 : 1;

async function runSafely(line: string | undefined): Promise<Result<void, FatalError>> {
  try {
    return await run(line);
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : 'unknown';
    log.error('start_failed', { error: name });
    return err({ code: 'internal', message: `The user pool cannot go on: ${name}.` });
  }
}

async function run(line: string | undefined): Promise<Result<void, FatalError>> {
  const configuration = parseConfiguration(line);
  if (!configuration.ok) return configuration;
  const keys = databaseOptionsOf(configuration.value);
  const [command] = process.argv.slice(2);
  if (command !== undefined) return await runOnce(command, keys);
  const started = await startConfigured(configuration.value, log);
  if (!started.ok) return started;
  const { port } = started.value;
  writeReply({ ready: true, port });
  log.info('ready', { port });
  await ending.promise;
  await started.value.close();
  log.info('ended');
  return ok(undefined);
}

async function runOnce(command: string, options: DatabaseOptions): Promise<Result<void, FatalError>> {
  const { COMMANDS, isCommand, runCommand } = await import('./maintenance/commands.ts');
  if (!isCommand(command))
    return err({ code: 'command_unknown', message: `Commands: ${Object.keys(COMMANDS).join(', ')}.` });
  const done = await runCommand(command, options, log);
  if (!done.ok) return done;
  writeReply(done.value);
  return ok(undefined);
}

function invalid(message: string) {
  return err({ code: 'configuration_invalid' as const, message });
}

/** Error messages name invalid members, never their values, which can be secrets. */
function parseConfiguration(line: string | undefined): Result<Configuration, FatalError> {
  if (line === undefined) return invalid('No configuration came on standard input.');
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (cause) {
    if (cause instanceof SyntaxError) return invalid('The configuration is not JSON.');
    throw cause;
  }
  const parsed = configurationSchema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const paths = parsed.error.issues.map((issue) => issue.path.join('.') || '(root)');
  return invalid(`Invalid: ${[...new Set(paths)].join(', ')}.`);
}
