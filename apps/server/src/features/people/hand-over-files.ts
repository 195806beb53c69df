import { SpaceId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { type MaybeOnce, onceInTransaction } from '../../platform/db/once.ts';
import type { Services } from '../../services.ts';
import { notify } from '../notifications/index.ts';
import { createPersonalSpace, handOverSpace } from '../spaces/index.ts';
import { displayName } from './model.ts';
import { lockPersonRow } from './store/people.ts';

interface HandOver {
  readonly fromId: string;
  readonly toId: string;
  /** Null on the server itself. */
  readonly actorId: string | null;
}

export interface HandedOver {
  readonly spaceId: string;
  readonly rootId: string;
  /** New name of the space. */
  readonly name: string;
}

/**
 * Turns a personal space, also of a deleted person, into a team space of the receiver. No file moves and the receiver's
 * quota does not change. Both are told.
 */
export async function handOverFiles(
  services: Pick<Services, 'clock' | 'db' | 'log' | 'newId' | 'settings'> & MaybeOnce,
  { fromId, toId, actorId }: HandOver,
): Outcome<HandedOver, Failure> {
  const { clock, log, newId, settings } = services;
  if (fromId === toId)
    return err({ code: 'invalid_request', issues: [{ path: 'to', code: 'wrong_format' }] });
  return await onceInTransaction(services, async (tx): Outcome<HandedOver, Failure> => {
    // Locks in id order, to avoid deadlocks.
    const [lower, higher] = fromId < toId ? [fromId, toId] : [toId, fromId];
    const rows = [await lockPersonRow(tx, lower), await lockPersonRow(tx, higher)];
    const from = rows.find((row) => row?.id === fromId);
    const to = rows.find((row) => row?.id === toId);
    if (from === undefined || to?.status !== 'active') return err({ code: 'person_not_found' });
    // What somebody works with is not for whoever administers it. Of a deleted account, nobody else may be left.
    if (toId === actorId && from.status !== 'removed') return err({ code: 'own_account' });
    const now = clock.now();
    const name = `Files of ${displayName(from)}`;
    const space = await handOverSpace(tx, { fromId, toId, actorId, name, now, newId });
    if (space === undefined) return err({ code: 'space_not_found' });
    // A person who stays gets an empty space.
    if (from.status !== 'removed') {
      const { personQuotaBytes: quotaBytes } = await settings.read(tx);
      await createPersonalSpace(tx, { userId: fromId, now, newId, quotaBytes });
    }
    const told = { actorId, at: now, newId };
    const spaceId = SpaceId.parse(space.spaceId);
    await notify(tx, {
      ...told,
      personIds: [toId],
      subject: { kind: 'space_added', spaceId, name, role: 'owner' },
    });
    await notify(tx, {
      ...told,
      personIds: from.status === 'removed' ? [] : [fromId],
      subject: { kind: 'files_handed_over', name, to: displayName(to) },
    });
    log.info('files_handed_over', { spaceId: space.spaceId, fromId, toId });
    return ok({ ...space, name });
  });
}
