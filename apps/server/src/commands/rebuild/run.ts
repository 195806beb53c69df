import type { Config } from '../../config/config.ts';
import { describeStartError, exitCodeOf } from '../../embedded/start-errors.ts';
import { isWhole } from '../../features/journal/rebuild/model.ts';
import { type RebuildFailure, rebuild } from '../../features/journal/rebuild/rebuild.ts';
import {
  deleteUnfinished,
  findUnfinished,
  type Unfinished,
} from '../../features/journal/store/unfinished.ts';
import { MIGRATIONS } from '../../migrations/migrations.ts';
import { inCall } from '../../platform/call-context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { migrateIn } from '../../platform/db/migrate.ts';
import type { Services } from '../../services.ts';
import { printable } from '../../run/printable.ts';
import { type Accounts, makeLostAccounts } from './accounts.ts';
import { ofAccounts, ofJournals, ofReport, ofResumed } from './messages.ts';

const REFUSED = 2;
const INCOMPLETE = 3;

export interface Asked {
  readonly isDryRun: boolean;
  readonly isJson: boolean;
  readonly journal: string | undefined;
  readonly leaveUnread: boolean;
}

export interface Output {
  /** Prints a part of the report. */
  readonly print: (text: string) => void;
  /** Reports progress and refusals. */
  readonly say: (line: string) => void;
}

type Needs = Pick<Services, 'blobs' | 'clock' | 'config' | 'db' | 'newId' | 'pool' | 'settings'>;

/** Rebuilds the database, or creates the accounts that an earlier rebuild left. Returns the exit code. */
export async function runRebuild(services: Needs, asked: Asked, { print, say }: Output): Promise<number> {
  const { config, db } = services;
  const unfinished = await findUnfinished(db);
  if (unfinished !== undefined) return await resume(services, { ...asked, ...unfinished, print });
  const hasAccounts = config.pool.kind === 'embedded';
  const done = await rebuild(services, {
    ...asked,
    hasAccounts,
    say,
    ...(asked.isDryRun && { prepare: createTables }),
  });
  if (!done.ok) return refuse(done.error, config, say);
  // Printed before the accounts are created, so that a run that is killed there has told what it found.
  if (!asked.isJson) print(ofReport(done.value));
  const exitCode = isWhole(done.value) ? 0 : INCOMPLETE;
  if (asked.isDryRun || !hasAccounts) {
    if (asked.isJson) print(json(done.value));
    return exitCode;
  }
  const accounts = await makeAccounts(services, { linksAll: false });
  const words = asked.isJson ? json({ ...done.value, accounts }) : ofAccounts(accounts);
  if (words !== '') print(words);
  return await finish(services, accounts, exitCode);
}

/** A dry run leaves no tables, so it creates them in the transaction that it rolls back. */
async function createTables(tx: Tx) {
  return await migrateIn(tx, MIGRATIONS);
}

/** Says why. Returns the exit code. */
export function refuse(failure: RebuildFailure, config: Config, say: Output['say']): number {
  if (failure.code === 'schema_newer' || failure.code === 'extension_missing') {
    say(describeStartError(failure));
    return exitCodeOf(failure);
  }
  say(ofFailure(failure, placeOf(config)));
  return REFUSED;
}

async function resume(
  services: Needs,
  { isDryRun, isJson, isWhole: wasWhole, print }: Asked & Unfinished & Pick<Output, 'print'>,
): Promise<number> {
  if (isDryRun) {
    print(isJson ? json({ isDryRun, isResumed: true }) : ofResumed({ isDryRun }));
    return INCOMPLETE;
  }
  if (!isJson) print(ofResumed({ isDryRun }));
  const accounts = await makeAccounts(services, { linksAll: true });
  print(isJson ? json({ isDryRun, isResumed: true, accounts }) : ofAccounts(accounts));
  return await finish(services, accounts, wasWhole ? 0 : INCOMPLETE);
}

async function makeAccounts(
  services: Needs,
  options: Parameters<typeof makeLostAccounts>[1],
): Promise<Accounts> {
  return await inCall(
    { caller: { kind: 'command' }, address: null },
    async () => await makeLostAccounts(services, options),
  );
}

/** Ends the rebuild after its links are printed, unless accounts could not be created. */
async function finish({ db }: Needs, { failed }: Accounts, exitCode: number): Promise<number> {
  if (failed.length > 0) return INCOMPLETE;
  await deleteUnfinished(db);
  return exitCode;
}

function json(value: object): string {
  return JSON.stringify(value, undefined, 2);
}

function placeOf({ store }: Config): string {
  if (store.kind === 'embedded') return 'the store of this data directory';
  return `bucket "${store.bucket}"${store.prefix === '' ? '' : `, prefix "${store.prefix}"`}`;
}

type Refusal = Exclude<RebuildFailure, { readonly code: 'schema_newer' | 'extension_missing' }>;

function ofFailure(failure: Refusal, place: string): string {
  switch (failure.code) {
    case 'database_not_empty':
      return 'The database is not empty. A rebuild needs a new one, and has changed nothing.';
    case 'several_journals':
      return ofJournals(failure.journals);
    case 'nothing_found':
      return `There is neither a journal nor a file in ${place}. Nothing was changed; check where the files are.`;
    case 'object_unread':
      return `The store responds, but does not return the object ${printable(failure.key)}, whose file the journal does not know. Nothing was changed; try again later. --leave-unread rebuilds without such files.`;
    case 'store_unavailable':
      return 'The store does not respond. Nothing was changed; try again later.';
    case 'store_refused':
      return `The store refused (${failure.diagnosis}). Nothing was changed; "npm run doctor -- store" says more.`;
  }
}
