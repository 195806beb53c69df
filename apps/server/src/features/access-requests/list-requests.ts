import {
  AccessRequestId,
  type AccessRequest,
  type AccessRequestList,
  NodeId,
  type Person,
  presentRole,
  type SpaceId,
  UserId,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { findNode, findNodes, type NodeAccess } from '../files/index.ts';
import { mayShare, ROLE_THAT_SHARES } from '../sharing/index.ts';
import { roleIn } from '../spaces/index.ts';
import { hasRole } from './has-role.ts';
import type { RequestRow } from './model.ts';
import { type ListedRow, listOpenRequests } from './store/requests.ts';

type Needs = Pick<Services, 'clock' | 'db'>;

const NOT_ALLOWED: Failure = { code: 'not_allowed', facts: { needed_role: ROLE_THAT_SHARES } };

export async function listAccessRequests(
  { db, clock }: Needs,
  actor: Person,
  nodeId: NodeId,
): Outcome<AccessRequestList, Failure> {
  const now = clock.now();
  const access = await findNode(db, { actor, now }, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  if (!mayShare(presentRole(access.role))) return err(NOT_ALLOWED);
  return ok(await listOf(db, { spaceId: access.node.space_id, nodeId, now }));
}

export async function listSpaceAccessRequests(
  { db, clock }: Needs,
  actor: Person,
  spaceId: SpaceId,
): Outcome<AccessRequestList, Failure> {
  const role = await roleIn(db, spaceId, actor.id);
  if (role === undefined) return err({ code: 'space_not_found' });
  if (!mayShare(presentRole(role))) return err(NOT_ALLOWED);
  return ok(await listOf(db, { spaceId, now: clock.now() }));
}

async function listOf(
  db: Db,
  asked: { readonly spaceId: string; readonly nodeId?: NodeId; readonly now: Date },
): Promise<AccessRequestList> {
  const rows = await listOpenRequests(db, { ...asked, limit: SERVER_LIMITS.accessRequestsListed });
  const held = await findAskersAccess(db, rows, asked.now);
  return {
    items: rows.flatMap((row) => {
      const access = held.get(row.id);
      return access === undefined || hasRole(access.role, row.role) ? [] : [present(row, access)];
    }),
  };
}

/** The current access of those who made the requests, by request id. Leaves out people who do not see the item. */
export async function findAskersAccess(
  db: Db,
  rows: readonly RequestRow[],
  now: Date,
): Promise<ReadonlyMap<string, NodeAccess>> {
  const found = new Map<string, NodeAccess>();
  for (const [id, own] of Map.groupBy(rows, ({ user_id: userId }) => userId)) {
    const ids = own.map(({ node_id: nodeId }) => nodeId);
    const accesses = await findNodes(db, { actor: { id }, now }, ids);
    for (const row of own) {
      const access = accesses.get(row.node_id);
      if (access !== undefined) found.set(row.id, access);
    }
  }
  return found;
}

function present(row: ListedRow, { role }: NodeAccess): AccessRequest {
  return {
    id: AccessRequestId.parse(row.id),
    nodeId: NodeId.parse(row.node_id),
    nodeKind: row.node_kind,
    name: row.node_name,
    person: {
      id: UserId.parse(row.user_id),
      name: row.person_name,
      picture: row.person_picture_id ?? undefined,
      email: row.person_email,
    },
    held: presentRole(role),
    role: row.role,
    message: row.message,
    at: row.asked_at.toISOString(),
    revision: row.revision,
  };
}
