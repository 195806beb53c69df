import { NodeId, presentRole, SERVER_LIMITS } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import { changedNothing } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { findNode, type NodeAccess } from '../../files/index.ts';
import { notify } from '../../notifications/index.ts';
import { lockSpace, roleIn } from '../../spaces/index.ts';
import { createRecord, type SharingNeeds } from '../in-shared-node.ts';
import { isEnough, mayShare, takesAway, type Terms } from '../model.ts';
import { termsOf } from '../own-gain.ts';
import { countGrants, findGrantRow, putGrant } from '../store/grants.ts';
import {
  type Arrived,
  deleteInvited,
  deleteLateInvited,
  findInvited,
  type InvitedRow,
  listArrived,
} from '../store/invited.ts';
import { endLeftOvers } from './withdraw-waiting.ts';

const PAGE = 200;

/** The node, as long as the person who invited may still share it. */
export async function findGoodNode(
  db: Db | Tx,
  row: Pick<InvitedRow, 'granted_by' | 'is_granter_active' | 'node_id'>,
  now: Date,
): Promise<NodeAccess | undefined> {
  if (!row.is_granter_active) return undefined;
  const access = await findNode(db, { actor: { id: row.granted_by }, now }, row.node_id);
  return access !== undefined && mayShare(presentRole(access.role)) ? access : undefined;
}

type Needs = SharingNeeds & Pick<Services, 'log'>;

/**
 * Turns waiting grants into real ones for people who have verified their e-mail address. `only` limits this to the
 * first grants of one address.
 */
export async function giveInvited(
  services: Needs,
  only?: { readonly email: string; readonly limit: number },
): Promise<number> {
  const { clock, db } = services;
  const now = clock.now();
  if (only === undefined) await deleteLateInvited(db, now);
  const limit = only?.limit ?? PAGE;
  let given = 0;
  let after: string | undefined;
  do {
    const rows = await listArrived(db, { email: only?.email, after, now, limit });
    for (const row of rows) if (await tryToGive(services, row)) given += 1;
    after = only !== undefined || rows.length < limit ? undefined : rows.at(-1)?.id;
  } while (after !== undefined);
  if (only === undefined) await endLeftOvers(services, PAGE);
  return given;
}

/** Tries to give one grant. A failure is logged, and does not stop the following ones. */
async function tryToGive(services: Needs, arrived: Arrived): Promise<boolean> {
  try {
    return await give(services, arrived);
  } catch (error) {
    services.log.error('waiting_grant_not_given', { invitedId: arrived.id }, error);
    return false;
  }
}

interface Given {
  readonly row: InvitedRow;
  readonly access: NodeAccess;
  /** Whether the grant gives more than the person already has. */
  readonly isNew: boolean;
}

/**
 * Reads what can be given now. A grant stays waiting on a trashed node, if the giver may no longer share it, and if it
 * would lower or shorten what the person has.
 */
async function findGiven(
  db: Db | Tx,
  { id, space_id: spaceId, node_id: nodeId, user_id: userId }: Arrived,
  now: Date,
): Promise<Given | undefined> {
  const row = await findInvited(db, { id, spaceId, nodeId, now });
  const access = row === undefined ? undefined : await findGoodNode(db, row, now);
  if (row === undefined || access === undefined) return undefined;
  const key = { spaceId, nodeId };
  const own = await findGrantRow(db, { ...key, holderId: userId, now });
  const inSpace = await roleIn(db, spaceId, userId);
  const asked = termsOf(row);
  const has: Terms[] = own === undefined ? [] : [termsOf(own)];
  if (inSpace !== undefined) has.push({ role: presentRole(inSpace), expiresAt: null });
  // Nobody gives themselves access by an address of their own.
  const isNew = row.granted_by !== userId && !has.some((held) => isEnough(held, asked));
  // One grant cannot hold both. It waits until the other one has ended or was changed.
  if (isNew && own !== undefined && takesAway(termsOf(own), asked)) return undefined;
  const isFull = isNew && own === undefined && (await countGrants(db, key)) >= SERVER_LIMITS.grantsPerNodeMax;
  return isFull ? undefined : { row, access, isNew };
}

/**
 * Gives one grant. Checks first without a lock, because a grant that stays waiting must not lock its space each minute.
 */
async function give(services: Needs, arrived: Arrived): Promise<boolean> {
  const { clock, db, newId } = services;
  if ((await findGiven(db, arrived, clock.now())) === undefined) return false;
  const { id, space_id: spaceId, node_id: nodeId, user_id: userId } = arrived;
  return await inSpaceTransaction(db, spaceId, async (tx) => {
    const now = clock.now();
    const isThere = (await lockSpace(tx, spaceId)) !== undefined;
    const found = isThere ? await findGiven(tx, arrived, now) : undefined;
    if (found === undefined) {
      changedNothing(tx);
      return false;
    }
    await deleteInvited(tx, id);
    if (!found.isNew) return false;
    const { role, message, expires_at: expiresAt, granted_by: grantedBy } = found.row;
    const key = { spaceId, nodeId };
    await putGrant(tx, { ...key, userId, groupId: null, role, message, grantedBy, expiresAt, now });
    const record = createRecord(tx, { services, actor: { id: userId }, ...key, now });
    const facts = { person: userId, role, expires_at: expiresAt?.toISOString() ?? null };
    await record([{ verb: 'address_joined', facts }]);
    const { kind: nodeKind, name } = found.access.node;
    const subject = { kind: 'shared' as const, nodeId: NodeId.parse(nodeId), nodeKind, name, role, message };
    await notify(tx, { personIds: [userId], actorId: grantedBy, subject, at: now, newId });
    return true;
  });
}
