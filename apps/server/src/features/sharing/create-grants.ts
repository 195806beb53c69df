import {
  type CreateGrantsRequest,
  type CreateGrantsResult,
  type ErrorCode,
  LIMITS,
  type NodeId,
  type Person,
} from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { MaybeOnce } from '../../platform/db/once.ts';
import type { NodeAccess } from '../files/index.ts';
import { notify } from '../notifications/index.ts';
import { expiryFailure } from './expiry.ts';
import { inSharedNode, type SharingNeeds } from './in-shared-node.ts';
import { covers } from './model.ts';
import { presentGrant } from './present.ts';
import {
  countGrants,
  findGrantRow,
  type GrantRow,
  listActiveIds,
  listGrantRows,
  listSpaceMembers,
  putGrant,
} from './store/grants.ts';

type Item = CreateGrantsResult['items'][number];

interface Call {
  readonly actor: Person;
  readonly access: NodeAccess;
  readonly input: CreateGrantsRequest;
  readonly now: Date;
}

/** An answer for each person. Who has as much already keeps what they have. */
export async function createGrants(
  services: SharingNeeds & MaybeOnce,
  actor: Person,
  { nodeId, ...input }: CreateGrantsRequest & { readonly nodeId: NodeId },
): Outcome<CreateGrantsResult, Failure> {
  return await inSharedNode(services, { actor, nodeId }, async (tx, { access, now, record }) => {
    if (access.node.parent_id === null) {
      return err({ code: 'invalid_request', issues: [{ path: 'nodeId', code: 'wrong_format' }] });
    }
    const expiry = expiryFailure(input.expiresAt, now);
    if (expiry !== undefined) return err(expiry);
    const call = { actor, access, input, now };
    const refusals = await judgePeople(tx, call);
    const personIds = [...new Set(input.personIds)];
    const given = personIds.filter((id) => !refusals.has(id));
    const key = { spaceId: access.node.space_id, nodeId };
    if ((await countGrants(tx, key)) + given.length > LIMITS.grantsPerNodeMax) {
      return err({ code: 'limit_reached', facts: { limit: LIMITS.grantsPerNodeMax } });
    }
    const items = new Map<string, Item>();
    for (const [personId, code] of refusals) items.set(personId, { ok: false, personId, code });
    for (const personId of given) {
      const row = await put(tx, call, personId);
      items.set(personId, { ok: true, personId, grant: presentGrant(row) });
    }
    await record(
      given.map((person) => ({
        verb: 'grant_added',
        facts: { person, role: input.role, expires_at: input.expiresAt },
      })),
    );
    const { kind: nodeKind, name } = access.node;
    const { role, message } = input;
    await notify(tx, {
      personIds: given,
      actorId: actor.id,
      subject: { kind: 'shared', nodeId, nodeKind, name, role, message },
      at: now,
      newId: services.newId,
    });
    return ok({ items: personIds.map((id) => defined(items.get(id), 'each person has an answer')) });
  });
}

type Judged = Map<Item['personId'], ErrorCode>;

async function judgePeople(tx: Tx, { access, input, now }: Call): Promise<Judged> {
  const { personIds: userIds, role, expiresAt } = input;
  const { node, ancestors } = access;
  const active = await listActiveIds(tx, userIds);
  const spaceId = node.space_id;
  const members = await listSpaceMembers(tx, { spaceId, userIds, limit: userIds.length });
  const nodeIds = [...ancestors, node].map(({ id }) => id);
  const judged: Judged = new Map();
  for (const personId of userIds) {
    const member = members.find(({ user_id: id }) => id === personId);
    const grants = await listGrantRows(tx, {
      spaceId,
      nodeIds,
      userId: personId,
      now,
      limit: LIMITS.depthMax + 1,
    });
    const isCovered = member !== undefined && covers(member.role, role);
    const lasting = grants.filter((grant) => grant.node_id === node.id || outlasts(grant, expiresAt));
    if (!active.has(personId)) judged.set(personId, 'person_not_found');
    else if (isCovered || lasting.some((grant) => covers(grant.role, role))) {
      judged.set(personId, 'has_access_already');
    }
  }
  return judged;
}

function outlasts(grant: GrantRow, expiresAt: string | null): boolean {
  if (grant.expires_at === null) return true;
  return expiresAt !== null && grant.expires_at >= new Date(expiresAt);
}

async function put(tx: Tx, { actor, access, input, now }: Call, userId: string): Promise<GrantRow> {
  const key = { spaceId: access.node.space_id, nodeId: access.node.id, userId };
  const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
  const { role, message } = input;
  await putGrant(tx, { ...key, role, message, grantedBy: actor.id, expiresAt, now });
  return defined(await findGrantRow(tx, { ...key, now }), 'a grant of an active person is found');
}
