import { type NodeId, type Person, presentRole } from '@coffer/contracts';
import { err, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { MaybeOnce } from '../../platform/db/once.ts';
import type { Services } from '../../services.ts';
import { inSeenNode, type NodeAccess } from '../files/index.ts';
import { recordEvents, type SpaceEvent } from '../spaces/index.ts';
import { mayShare, ROLE_THAT_SHARES } from './model.ts';

export type SharingNeeds = Pick<Services, 'clock' | 'db' | 'newId'>;

export interface SharingWork {
  readonly access: NodeAccess;
  readonly now: Date;
  readonly record: (events: readonly Omit<SpaceEvent, 'nodeId'>[]) => Promise<void>;
}

/** Runs `work` under the space lock. Fails for people who may not share the node. */
export async function inSharedNode<T>(
  services: SharingNeeds & MaybeOnce,
  { actor, nodeId }: { readonly actor: Person; readonly nodeId: NodeId },
  work: (tx: Tx, sharing: SharingWork) => Promise<Result<T, Failure>>,
): Outcome<T, Failure> {
  return await inSeenNode(services, { actor, nodeId }, async (tx, { access, now }) => {
    if (!mayShare(presentRole(access.role))) {
      return err<Failure>({ code: 'not_allowed', facts: { needed_role: ROLE_THAT_SHARES } });
    }
    const record = createRecord(tx, { services, actor, spaceId: access.space.id, nodeId, now });
    return await work(tx, { access, now, record });
  });
}

export function createRecord(
  tx: Tx,
  input: {
    readonly services: Pick<Services, 'newId'>;
    readonly actor: { readonly id: string };
    readonly spaceId: string;
    readonly nodeId: string;
    readonly now: Date;
  },
): SharingWork['record'] {
  const { services, actor, spaceId, nodeId, now } = input;
  return async (events) =>
    await recordEvents(tx, {
      spaceId,
      actorId: actor.id,
      at: now,
      newId: services.newId,
      events: events.map((event) => ({ ...event, nodeId })),
    });
}
