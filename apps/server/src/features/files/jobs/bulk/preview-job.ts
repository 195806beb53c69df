import type { JobPreview, JobRequest, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../../operation.ts';
import { readWithin } from '../../../../platform/db/bounded-read.ts';
import type { Services } from '../../../../services.ts';
import { findNode } from '../../node-access.ts';
import { onlyMadeBy } from '../../policy.ts';
import {
  countTaken,
  measureBelow,
  measurePurged,
  measureSelected,
  type Selected,
  type SelectedSize,
} from '../../store/selected.ts';
import { findSelected } from './find-selected.ts';
import type { JobFailure } from './start-job.ts';

const TIMEOUT_MS = 4_000;
const FOLDERS_MAX = 50_000;
/** Folders that are counted after a timeout: a lower bound is better than no result. */
const FOLDERS_MAX_AFTER_TIMEOUT = 1_000;

/** Previews the effect of a job. Takes no locks, so the job itself may affect more or fewer items. */
export async function previewJob(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { act, selection, to }: JobRequest,
): Outcome<JobPreview, JobFailure> {
  const asking = { actor, now: clock.now() };
  const found = await findSelected(db, asking, selection);
  if (!found.ok) return found;
  const { selected } = found.value;
  const target = to === undefined ? undefined : await findNode(db, asking, to);
  if (to !== undefined && target?.node.kind !== 'folder') return err({ code: 'node_not_found' });
  const own = await measureSelected(db, selected);
  const below = act === 'purge' ? await measureAll(db, selected, own) : await measure(db, selected);
  const taken =
    target === undefined
      ? { taken: 0, folders: 0 }
      : await countTaken(db, {
          selected,
          target: {
            spaceId: target.node.space_id,
            folderId: target.node.id,
            madeBy: onlyMadeBy(target.role, actor),
          },
        });
  return ok({
    items: own.items,
    below: below.items,
    sizeBytes: own.bytes + below.bytes,
    isComplete: below.isComplete,
    taken: taken.taken,
    takenFolders: taken.folders,
  });
}

/** The size including old versions. After a timeout without them, and so incomplete. */
async function measureAll(db: Services['db'], selected: Selected, own: SelectedSize): Promise<Below> {
  const all = await readWithin(db, TIMEOUT_MS, async (tx) => await measurePurged(tx, selected));
  if (all === undefined) return { ...(await measure(db, selected)), isComplete: false };
  return { items: Math.max(0, all.items - own.items), bytes: all.bytes - own.bytes, isComplete: true };
}

interface Below {
  readonly items: number;
  readonly bytes: number;
  readonly isComplete: boolean;
}

async function measure(db: Services['db'], selected: Selected): Promise<Below> {
  for (const foldersMax of [FOLDERS_MAX, FOLDERS_MAX_AFTER_TIMEOUT]) {
    const size = await readWithin(
      db,
      TIMEOUT_MS,
      async (tx) => await measureBelow(tx, { selected, foldersMax }),
    );
    if (size !== undefined) return { ...size, isComplete: size.visited <= foldersMax };
  }
  return { items: 0, bytes: 0, isComplete: false };
}
