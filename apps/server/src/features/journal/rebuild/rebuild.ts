import { err, ok, type Result } from '@coffer/kit';
import type { StoreFailure } from '../../../platform/blobs/blobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { ExtensionMissing, SchemaNewer } from '../../../platform/db/migrate.ts';
import type { Services } from '../../../services.ts';
import { insertJournal } from '../store/journal.ts';
import { clearPending, computeRest, countRebuilt } from '../store/rebuilt.ts';
import { dropContradictions, listCircles, replaceFirstEntries } from '../store/mend-staged.ts';
import {
  beginStaging,
  dropDangling,
  findStagedNode,
  findStagedSpace,
  forgetStaged,
  indexStaged,
  insertStaged,
  isEmpty,
  listDisplaced,
  listLostPeople,
  listLostSpaces,
  listSpacesWithoutRoot,
  dropIncomplete,
  stage,
} from '../store/staging.ts';
import { putUnfinished } from '../store/unfinished.ts';
import { isWhole, type JournalRead, type RebuildReport, type Trouble } from './model.ts';
import { readJournal, type SeveralJournals } from './read-journal.ts';
import { recoverObjects, type UnreadObject } from './recover-objects.ts';
import { type StagedTree, stagedTree } from './staged-tree.ts';
import { verifyObjects } from './verify-objects.ts';

export type RebuildFailure =
  | StoreFailure
  | { readonly code: 'database_not_empty' }
  | SeveralJournals
  | UnreadObject
  /** Neither a journal nor an object: probably another bucket or prefix was meant. */
  | { readonly code: 'nothing_found' }
  | ExtensionMissing
  | SchemaNewer;

export interface RebuildOptions {
  readonly isDryRun: boolean;
  /** The journal to read. Needed if several have snapshots in the bucket. */
  readonly journal?: string | undefined;
  /** Whether objects stay without a file that neither the journal knows nor the store returns. */
  readonly leaveUnread?: boolean;
  /** Whether the caller creates accounts afterwards, and ends the rebuild then. */
  readonly hasAccounts?: boolean;
  /** Creates the tables, for a dry run that must not leave any. */
  readonly prepare?: (tx: Tx) => Promise<Result<unknown, ExtensionMissing | SchemaNewer>>;
  /** Reports the progress. */
  readonly say: (line: string) => void;
}

type Needs = Pick<Services, 'blobs' | 'clock' | 'db' | 'newId' | 'settings'>;

/** Rolls back the transaction. */
class Undone extends Error {
  override readonly name = 'Undone';
  readonly outcome: Result<RebuildReport, RebuildFailure>;
  constructor(outcome: Result<RebuildReport, RebuildFailure>) {
    super('the rebuild was rolled back');
    this.outcome = outcome;
  }
}

/**
 * Fills an empty database from the bucket, in one transaction. A rebuild that was killed has changed nothing and starts
 * again.
 */
export async function rebuild(
  services: Needs,
  options: RebuildOptions,
): Promise<Result<RebuildReport, RebuildFailure>> {
  try {
    return await services.db.transaction().execute(async (tx) => {
      const outcome = await rebuildIn(services, tx, options);
      if (!outcome.ok || options.isDryRun) throw new Undone(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    throw error;
  }
}

async function rebuildIn(
  services: Needs,
  tx: Tx,
  { isDryRun, journal: wanted, hasAccounts = false, leaveUnread = false, prepare, say }: RebuildOptions,
): Promise<Result<RebuildReport, RebuildFailure>> {
  const { blobs, clock, newId } = services;
  const now = clock.now();
  if (!(await isEmpty(tx))) return err({ code: 'database_not_empty' });
  await beginStaging(tx);
  const prepared = await prepare?.(tx);
  if (prepared?.ok === false) return prepared;
  const sink = {
    take: async (entries: Parameters<typeof stage>[1]) => await stage(tx, entries),
    forget: async () => await forgetStaged(tx),
    say,
  };
  const journal = await readJournal(blobs, sink, wanted);
  if (!journal.ok) return journal;
  const contradictions = await dropContradictions(tx);
  await dropIncomplete(tx);
  await replaceFirstEntries(tx);
  await indexStaged(tx);
  const tree = stagedTree(tx, { now, newId, quotaBytes: services.settings.defaults.spaceQuotaBytes });
  const troubles: Trouble[] = [...journal.value.troubles];
  const recovered = await recoverObjects({ blobs, newId, say, leaveUnread }, tx, { tree, troubles });
  if (!recovered.ok) return recovered;
  const hasJournal = journal.value.journalId !== undefined;
  if (!hasJournal && recovered.value === 0 && troubles.length === 0) return err({ code: 'nothing_found' });
  const displaced = await mendTree(tx, tree);
  const dropped = contradictions + (await dropDangling(tx));
  say('Writing the rows');
  await insertStaged(tx);
  await computeRest(tx);
  const verified = await verifyObjects({ blobs, newId, say }, tx, { now, troubles });
  if (!verified.ok) return verified;
  await clearPending(tx);
  await resumeJournal(tx, journal.value, now);
  if (hasAccounts) await putUnfinished(tx, { isWhole: isWhole({ troubles }), now });
  const count = (kind: Trouble['kind']): number => troubles.filter((each) => each.kind === kind).length;
  return ok({
    ...(await countRebuilt(tx)),
    isDryRun,
    journal: journal.value,
    objects: verified.value,
    missing: count('object_missing'),
    different: count('object_different'),
    recovered: recovered.value,
    displaced,
    dropped,
    troubles,
  });
}

/** Repairs the tree, so that nothing refers to missing rows. Returns how many items were moved to another folder. */
async function mendTree(tx: Tx, tree: StagedTree): Promise<number> {
  for (const id of await listLostSpaces(tx)) await tree.ensureSpace(id, undefined);
  for (const space of await listSpacesWithoutRoot(tx)) await tree.addRoot(space);
  const displaced = await listDisplaced(tx);
  for (const node of displaced) {
    const space = await findStagedSpace(tx, node.space_id);
    if (space !== undefined) await tree.displace(node, space);
  }
  const circles = await listCircles(tx);
  for (const { spaceId, id } of circles) {
    const [node, space] = [await findStagedNode(tx, { spaceId, id }), await findStagedSpace(tx, spaceId)];
    if (node !== undefined && space !== undefined) await tree.displace(node, space);
  }
  for (const id of await listLostPeople(tx)) await tree.addPerson(id);
  return displaced.length + circles.length;
}

/** Continues the journal after the last segment that was read, beginning with a snapshot. */
async function resumeJournal(tx: Tx, { journalId, sequence, hash }: JournalRead, now: Date): Promise<void> {
  if (journalId !== undefined) await insertJournal(tx, { id: journalId, sequence, hash, now });
}
