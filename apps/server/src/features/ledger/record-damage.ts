import type { Tx } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { recordEvents } from '../spaces/index.ts';
import { type Damage, markDamaged } from './mark-damaged.ts';
import type { BlobRow } from './store/blobs.ts';
import { findNewestVersion } from './store/damage.ts';

/** Marks an object as damaged. New damage is an event of its file. Requires the space lock. */
export async function recordDamage(
  { newId }: Pick<Services, 'newId'>,
  tx: Tx,
  input: { readonly blob: BlobRow; readonly damage: Damage; readonly now: Date },
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
