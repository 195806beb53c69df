import type { Tx } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { type lockBlob, markDamaged } from '../ledger/index.ts';
import { recordEvents } from '../spaces/index.ts';
import { findNewestVersion } from './store/scrub.ts';

type LockedBlob = NonNullable<Awaited<ReturnType<typeof lockBlob>>>;

/** Marks an object as damaged. New damage is an event of its file. Requires the space lock. */
export async function recordDamage(
  { newId }: Pick<Services, 'newId'>,
  tx: Tx,
  input: {
    readonly blob: LockedBlob;
    readonly damage: 'missing' | 'different' | 'checksum';
    readonly now: Date;
  },
): Promise<void> {
  const { blob, damage, now } = input;
  if (!(await markDamaged(tx, { blob, damage, now }))) return;
  const version = await findNewestVersion(tx, blob.id);
  if (version === undefined) return;
  await recordEvents(tx, {
    spaceId: blob.space_id,
    actorId: null,
    at: now,
    newId,
    events: [{ verb: 'version_damaged', nodeId: version.node_id, facts: { number: version.number, damage } }],
  });
}
