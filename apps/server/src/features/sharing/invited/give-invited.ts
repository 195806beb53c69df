import { LIMITS, NodeId, presentRole } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import { findNode, type NodeAccess } from '../../files/index.ts';
import { notify } from '../../notifications/index.ts';
import { lockSpace, roleIn } from '../../spaces/index.ts';
import { createRecord, type SharingNeeds } from '../in-shared-node.ts';
import { covers, mayShare } from '../model.ts';
import { countGrants, findGrantRow, putGrant } from '../store/grants.ts';
import {
  type Arrived,
  deleteInvited,
  deleteLateInvited,
  findInvited,
  type InvitedRow,
  listArrived,
} from '../store/invited.ts';

const PAGE = 200;

/** The node, as long as whoever invited may still share it. */
export async function findGoodNode(
  db: Db | Tx,
  row: Pick<InvitedRow, 'granted_by' | 'is_granter_active' | 'node_id'>,
  now: Date,
): Promise<NodeAccess | undefined> {
  if (!row.is_granter_active) return undefined;
  const access = await findNode(db, { actor: { id: row.granted_by }, now }, row.node_id);
  return access !== undefined && mayShare(presentRole(access.role)) ? access : undefined;
}

/** Turns waiting grants into real ones for people who have proved their address: of one address, or of all. */
export async function giveInvited(services: SharingNeeds, email?: string): Promise<number> {
  const { clock, db } = services;
  const now = clock.now();
  if (email === undefined) await deleteLateInvited(db, now);
  let given = 0;
  let after: string | undefined;
  do {
    const rows = await listArrived(db, { email, after, now, limit: PAGE });
    for (const row of rows) if (await give(services, row)) given += 1;
    after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
  } while (after !== undefined);
  return given;
}

/** What lies in the trash, or was shared by somebody who may not any more, goes on waiting. */
async function give(services: SharingNeeds, arrived: Arrived): Promise<boolean> {
  const { id, space_id: spaceId, node_id: nodeId, user_id: userId } = arrived;
  return await inSpaceTransaction(services.db, spaceId, async (tx) => {
    const now = services.clock.now();
    if ((await lockSpace(tx, spaceId)) === undefined) return false;
    const row = await findInvited(tx, { id, spaceId, nodeId, now });
    const access = row === undefined ? undefined : await findGoodNode(tx, row, now);
    if (row === undefined || access === undefined) return false;
    const { role, message, expires_at: expiresAt, granted_by: grantedBy } = row;
    const key = { spaceId, nodeId };
    const own = await findGrantRow(tx, { ...key, holderId: userId, now });
    const inSpace = await roleIn(tx, spaceId, userId);
    const has = [own?.role, inSpace === undefined ? undefined : presentRole(inSpace)];
    const isNew = !has.some((held) => held !== undefined && covers(held, role));
    if (isNew && own === undefined && (await countGrants(tx, key)) >= LIMITS.grantsPerNodeMax) return false;
    await deleteInvited(tx, id);
    if (!isNew) return false;
    await putGrant(tx, { ...key, userId, groupId: null, role, message, grantedBy, expiresAt, now });
    const record = createRecord(tx, { services, actor: { id: userId }, ...key, now });
    const facts = { person: userId, role, expires_at: expiresAt?.toISOString() ?? null };
    await record([{ verb: 'address_joined', facts }]);
    const { kind: nodeKind, name } = access.node;
    const subject = { kind: 'shared' as const, nodeId: NodeId.parse(nodeId), nodeKind, name, role, message };
    const { newId } = services;
    await notify(tx, { personIds: [userId], actorId: grantedBy, subject, at: now, newId });
    return true;
  });
}
