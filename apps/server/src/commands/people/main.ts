import { systemClock } from '@coffer/kit';
import { readConfig } from '../../config/config.ts';
import { describeStartError, exitCodeOf } from '../../embedded/start-errors.ts';
import { inCall } from '../../platform/call-context.ts';
import { createLog } from '../../platform/log/create-log.ts';
import { forPeople } from '../../platform/log/for-people.ts';
import { openInstallation } from '../../run/open-installation.ts';
import { parsePeopleArguments, type PeopleCommand, USAGE } from './arguments.ts';
import { runPeopleCommand } from './run.ts';

// The result goes to standard output, everything else to standard error.

const REFUSED = 2;
const WRONG_ARGUMENTS = 64;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const command = parsePeopleArguments(args);
  if (!command.ok) {
    writeLine(process.stderr, `${command.error}\n\n${USAGE}`);
    return WRONG_ARGUMENTS;
  }
  if (command.value.name !== 'help') return await run(command.value);
  writeLine(process.stdout, USAGE);
  return 0;
}

async function run(command: Exclude<PeopleCommand, { readonly name: 'help' }>): Promise<number> {
  const config = readConfig();
  if (!config.ok) {
    const error = { code: 'config_invalid', issues: config.error } as const;
    writeLine(process.stderr, describeStartError(error));
    return exitCodeOf(error);
  }
  const log = createLog({ level: 'error', destination: forPeople(process.stderr) });
  await using stack = new AsyncDisposableStack();
  const opened = await openInstallation(stack, { config: config.value, clock: systemClock, log });
  if (!opened.ok) {
    writeLine(process.stderr, opened.error.message);
    return opened.error.exitCode;
  }
  const printed = await inCall(
    { caller: { kind: 'command' }, address: null },
    async () => await runPeopleCommand(opened.value, command),
  );
  if (printed.ok) writeLine(process.stdout, printed.value);
  else writeLine(process.stderr, printed.error);
  return printed.ok ? 0 : REFUSED;
}

function writeLine(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`);
}
