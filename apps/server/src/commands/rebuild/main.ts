import { parseArgs } from 'node:util';
import { systemClock } from '@coffer/kit';
import type { Config } from '../../config/config.ts';
import { readConfig } from '../../config/config.ts';
import { openDataFolder } from '../../embedded/data-folder.ts';
import { describeStartError, exitCodeOf, type StartError } from '../../embedded/start-errors.ts';
import { type RebuildFailure, rebuild } from '../../features/journal/rebuild/rebuild.ts';
import { inCall } from '../../platform/call-context.ts';
import { createLog } from '../../platform/log/create-log.ts';
import { forPeople } from '../../platform/log/for-people.ts';
import { needsDataFolder } from '../../run/parts.ts';
import { startServices } from '../../run/start-services.ts';
import { type Accounts, makeLostAccounts } from './accounts.ts';
import { isWhole, ofAccounts, ofJournals, ofReport } from './messages.ts';

// The report goes to standard output, everything else to standard error.

const USAGE = `Usage: coffer rebuild [--dry-run] [--json] [--journal ID]

Fills an empty database from the bucket: from the newest snapshot and the journal behind it, and for the rest from what
the objects say of themselves. Stop Coffer first. A rebuild that was ended begins again.

  --dry-run      read and verify everything, and change nothing
  --json         the report as JSON
  --journal ID   where several Coffers have used the bucket, the journal to read

Exit codes: 0 everything is there, 1 a bug, 2 refused and nothing changed, 3 rebuilt, but something is missing or altered,
64 wrong arguments; others as for a start.`;

const REFUSED = 2;
const INCOMPLETE = 3;
const WRONG_ARGUMENTS = 64;

process.exitCode = await main(process.argv.slice(2));

interface Asked {
  readonly isDryRun: boolean;
  readonly isJson: boolean;
  readonly journal: string | undefined;
}

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
      options: { 'dry-run': { type: 'boolean' }, json: { type: 'boolean' }, journal: { type: 'string' } },
    });
    return {
      isDryRun: values['dry-run'] === true,
      isJson: values.json === true,
      journal: values.journal?.slice(-12),
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
  const started = await startServices(stack, context);
  if (!started.ok) return notStarted(started.error);
  const { services } = started.value;
  const done = await rebuild(services, { ...asked, say });
  if (!done.ok) {
    say(ofFailure(done.error, placeOf(config)));
    return REFUSED;
  }
  const accounts =
    asked.isDryRun || config.pool.kind !== 'embedded'
      ? undefined
      : await inCall(
          { caller: { kind: 'command' }, address: null },
          async () => await makeLostAccounts(services),
        );
  report(asked, { ...done.value, accounts });
  return isWhole(done.value) && (accounts?.failed ?? []).length === 0 ? 0 : INCOMPLETE;
}

type Done = Parameters<typeof ofReport>[0] & { readonly accounts: Accounts | undefined };

function report({ isJson }: Asked, done: Done): void {
  if (isJson) return print(process.stdout, JSON.stringify(done, undefined, 2));
  print(process.stdout, ofReport(done));
  const words = done.accounts === undefined ? '' : ofAccounts(done.accounts);
  if (words !== '') print(process.stdout, words);
}

function placeOf({ store }: Config): string {
  if (store.kind === 'embedded') return 'the store of this data directory';
  return `bucket "${store.bucket}"${store.prefix === '' ? '' : `, prefix "${store.prefix}"`}`;
}

function ofFailure(failure: RebuildFailure, place: string): string {
  switch (failure.code) {
    case 'database_not_empty':
      return 'The database is not empty. A rebuild needs a new one, and has changed nothing.';
    case 'several_journals':
      return ofJournals(failure.journals);
    case 'nothing_found':
      return `There is neither a journal nor a file in ${place}. Nothing was changed; check where the files are.`;
    case 'store_unavailable':
      return 'The store does not respond. Nothing was changed; try again later.';
    case 'store_refused':
      return `The store refused (${failure.diagnosis}). Nothing was changed; "npm run doctor -- store" says more.`;
  }
}

function notStarted(error: StartError): number {
  print(process.stderr, describeStartError(error));
  return exitCodeOf(error);
}

function print(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`);
}

function say(line: string): void {
  print(process.stderr, line);
}
