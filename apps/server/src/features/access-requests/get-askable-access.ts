import {
  ASKED_ROLES,
  type AskableAccess,
  type NodeId,
  type Person,
  presentRole,
  UserId,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { findNode, type NodeAccess } from '../files/index.ts';
import { findDeciders } from '../sharing/index.ts';
import { hasRole } from './has-role.ts';
import { isOpen, pausedUntil } from './model.ts';
import { findOwnRequest } from './store/requests.ts';

/** How many deciders are named next to the button. */
const NAMED = 3;

/** Which access the person can request. For everyone who sees the item. */
export async function getAskableAccess(
  { db, clock }: Pick<Services, 'clock' | 'db'>,
  actor: Person,
  nodeId: NodeId,
): Outcome<AskableAccess, { readonly code: 'node_not_found' }> {
  const now = clock.now();
  const access = await findNode(db, { actor, now }, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  return ok(await presentAskable(db, { actor, access, now }));
}

export async function presentAskable(
  db: Db | Tx,
  { actor, access, now }: { readonly actor: Person; readonly access: NodeAccess; readonly now: Date },
): Promise<AskableAccess> {
  const roles = ASKED_ROLES.filter((role) => !hasRole(access.role, role));
  const own = await findOwnRequest(db, { nodeId: access.node.id, userId: actor.id });
  const request =
    own !== undefined && isOpen(own, now) && roles.includes(own.role)
      ? {
          id: own.id,
          role: own.role,
          message: own.message,
          at: own.asked_at.toISOString(),
          endsAt: own.expires_at.toISOString(),
        }
      : null;
  const reading = { readerId: actor.id, access, now, limit: SERVER_LIMITS.accessRequestNotifiedMax };
  const { all, known } = roles.length === 0 ? { all: [], known: [] } : await findDeciders(db, reading);
  return {
    role: presentRole(access.role),
    roles,
    asked: known.slice(0, NAMED).map(({ id, name, picture_id: picture }) => ({
      id: UserId.parse(id),
      name,
      picture: picture ?? undefined,
    })),
    isAnswerable: all.length > 0,
    request,
    mayAskAt: pausedUntil(own, now)?.toISOString() ?? null,
  };
}
