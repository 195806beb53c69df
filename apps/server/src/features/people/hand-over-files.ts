import { SpaceId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type MaybeOnce, onceInTransaction } from '../../platform/db/once.ts';
import type { Services } from '../../services.ts';
import { notify } from '../notifications/index.ts';
import { createPersonalSpace, handOverSpace } from '../spaces/index.ts';
import { displayName, filesOf, type PersonRow } from './model.ts';
import { keepFilesUntil, lockPersonRow } from './store/people.ts';

type Needs = Pick<Services, 'clock' | 'log' | 'newId' | 'settings'>;

interface HandOver {
  readonly fromId: string;
  readonly toId: string;
  /** The person who acts. Null for a command on the server. */
  readonly actorId: string | null;
}

export interface HandedOver {
  readonly spaceId: string;
  readonly rootId: string;
  /** The new name of the space. */
  readonly name: string;
}

/**
 * Turns a personal space, even of a deleted person, into a team space of the receiver. No file moves, the receiver's
 * quota does not change, and both are notified.
 */
export async function handOverFiles(
  services: Needs & Pick<Services, 'db'> & MaybeOnce,
  { fromId, toId, actorId }: HandOver,
): Outcome<HandedOver, Failure> {
  if (fromId === toId)
    return err({ code: 'invalid_request', issues: [{ path: 'to', code: 'wrong_format' }] });
  return await onceInTransaction(services, async (tx): Outcome<HandedOver, Failure> => {
    // People are locked in the order of ids, to avoid deadlocks.
    const [lower, higher] = fromId < toId ? [fromId, toId] : [toId, fromId];
    const rows = [await lockPersonRow(tx, lower), await lockPersonRow(tx, higher)];
    const from = rows.find((row) => row?.id === fromId);
    const to = rows.find((row) => row?.id === toId);
    if (from === undefined || to?.status !== 'active') return err({ code: 'person_not_found' });
    // Administrators must not take over files that somebody still uses. They may take those of a deleted account.
    if (toId === actorId && from.status !== 'removed') return err({ code: 'own_account' });
    return await passFilesOn(services, tx, { from, to, actorId });
  });
}

/** Hands over the files. Requires that the transaction has locked both people. */
export async function passFilesOn(
  { clock, log, newId, settings }: Needs,
  tx: Tx,
  {
    from,
    to,
    actorId,
  }: { readonly from: PersonRow; readonly to: PersonRow; readonly actorId: string | null },
): Outcome<HandedOver, Failure> {
  const now = clock.now();
  const name = filesOf(from);
  const space = await handOverSpace(tx, { fromId: from.id, toId: to.id, actorId, name, now, newId });
  if (space === undefined) return err({ code: 'space_not_found' });
  const isGone = from.status === 'removed';
  if (isGone) await keepFilesUntil(tx, { userId: from.id, until: null });
  else {
    // A person who keeps the account gets an empty space.
    const { personQuotaBytes: quotaBytes } = await settings.read(tx);
    await createPersonalSpace(tx, { userId: from.id, now, newId, quotaBytes });
  }
  const notice = { actorId, at: now, newId, isOwed: true };
  const spaceId = SpaceId.parse(space.spaceId);
  await notify(tx, {
    ...notice,
    personIds: [to.id],
    subject: { kind: 'space_added', spaceId, name, role: 'owner' },
  });
  await notify(tx, {
    ...notice,
    personIds: isGone ? [] : [from.id],
    subject: { kind: 'files_handed_over', name, to: displayName(to) },
  });
  log.info('files_handed_over', { spaceId: space.spaceId, fromId: from.id, toId: to.id });
  return ok({ ...space, name });
}
