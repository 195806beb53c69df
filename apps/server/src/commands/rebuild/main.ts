import { parseArgs } from 'node:util';
import { systemClock } from '@coffer/kit';
import type { Config } from '../../config/config.ts';
import { readConfig } from '../../config/config.ts';
import { openDataFolder } from '../../embedded/data-folder.ts';
import { describeStartError, exitCodeOf, type StartError } from '../../embedded/start-errors.ts';
import { createLog } from '../../platform/log/create-log.ts';
import { forPeople } from '../../platform/log/for-people.ts';
import { needsDataFolder } from '../../run/parts.ts';
import { openForRebuild } from './open.ts';
import { type Asked, type Output, refuse, runRebuild } from './run.ts';

// The report goes to standard output, everything else to standard error.

const USAGE = `Usage: coffer rebuild [--dry-run] [--json] [--journal ID] [--leave-unread]

Fills an empty database from the bucket: from the newest snapshot and the journal behind it, and for the rest from what
the objects say of themselves. Stop Coffer first. A rebuild that was ended begins again; if only accounts of the embedded
pool were missing, it creates these.

  --dry-run      read and verify everything, and change nothing
  --json         the report as JSON
  --journal ID   where several Coffers have used the bucket, the journal to read
  --leave-unread leave objects in the bucket that neither the journal knows nor the store returns; without it, such an
                 object ends the rebuild

Exit codes: 0 everything is there, 1 a bug, 2 refused and nothing changed, 3 rebuilt, but something is missing or altered,
64 wrong arguments; others as for a start.`;

const WRONG_ARGUMENTS = 64;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    print(process.stdout, USAGE);
    return 0;
  }
  const asked = parse(args);
  if (asked === undefined) {
    print(process.stderr, USAGE);
    return WRONG_ARGUMENTS;
  }
  const config = readConfig();
  if (!config.ok) return notStarted({ code: 'config_invalid', issues: config.error });
  return await run(config.value, asked);
}

function parse(args: readonly string[]): Asked | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'dry-run': { type: 'boolean' },
        json: { type: 'boolean' },
        journal: { type: 'string' },
        'leave-unread': { type: 'boolean' },
      },
    });
    return {
      isDryRun: values['dry-run'] === true,
      isJson: values.json === true,
      journal: values.journal?.slice(-12),
      leaveUnread: values['leave-unread'] === true,
    };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

async function run(config: Config, asked: Asked): Promise<number> {
  const log = createLog({ level: 'error', destination: forPeople(process.stderr) });
  await using stack = new AsyncDisposableStack();
  const folder = needsDataFolder(config) ? await openDataFolder(config.dataFolder) : undefined;
  if (folder?.ok === false) return notStarted(folder.error);
  if (folder !== undefined) stack.defer(() => folder.value.close());
  const context = { config, folder: folder?.value, clock: systemClock, log, onLost: () => undefined };
  const output: Output = {
    print: (text) => print(process.stdout, text),
    say: (line) => print(process.stderr, line),
  };
  const opened = await openForRebuild(stack, context, asked);
  if (opened.ok) return await runRebuild(opened.value, asked, output);
  const { error } = opened;
  return error.code === 'database_not_empty' ? refuse(error, config, output.say) : notStarted(error);
}

function notStarted(error: StartError): number {
  print(process.stderr, describeStartError(error));
  return exitCodeOf(error);
}

function print(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`);
}
