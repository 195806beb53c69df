import {
  type CreateGrantsRequest,
  type CreateGrantsResult,
  type ErrorCode,
  type GrantTerms,
  NodeId,
  type Person,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { MaybeOnce } from '../../platform/db/once.ts';
import type { NodeAccess } from '../files/index.ts';
import { notify } from '../notifications/index.ts';
import { expiryFailure } from './expiry.ts';
import { inSharedNode, type SharingNeeds, type SharingWork } from './in-shared-node.ts';
import { isEnough, takesAway, WAYS_MAX } from './model.ts';
import { findOwnGains, termsOf } from './own-gain.ts';
import { presentGrant, presentTerms } from './present.ts';
import {
  countGrants,
  findGrantRow,
  type GrantRow,
  listGrantRows,
  listHeldGrants,
  putGrant,
} from './store/grants.ts';
import { listActiveIds, listSpaceGroups, listSpaceMembers, lockGroupIds } from './store/holders.ts';

type Item = CreateGrantsResult['items'][number];

interface Call {
  readonly actor: Person;
  readonly access: NodeAccess;
  readonly input: CreateGrantsRequest;
  readonly now: Date;
}

/**
 * Creates grants, with one result for each person and group. A grant is only replaced by one that gives at least as
 * much for at least as long.
 */
export async function createGrants(
  services: SharingNeeds & MaybeOnce,
  actor: Person,
  { nodeId, ...input }: CreateGrantsRequest & { readonly nodeId: NodeId },
): Outcome<CreateGrantsResult, Failure> {
  return await inSharedNode(services, { actor, nodeId }, async (tx, { access, now, record }) => {
    const refused = refusedTerms(access, input, now);
    return refused === undefined
      ? await giveGrants(services, tx, { actor, access, input, now, record })
      : err(refused);
  });
}

/** Why no grant can be created: the root of a space has members instead, and the end must be in the future. */
export function refusedTerms(
  { node }: NodeAccess,
  { expiresAt }: Pick<CreateGrantsRequest, 'expiresAt'>,
  now: Date,
): Failure | undefined {
  return node.parent_id === null
    ? { code: 'invalid_request', issues: [{ path: 'nodeId', code: 'wrong_format' }] }
    : expiryFailure(expiresAt, now);
}

/** Creates grants. Requires terms that `refusedTerms` accepts. */
export async function giveGrants(
  { newId }: Pick<SharingNeeds, 'newId'>,
  tx: Tx,
  { record, ...call }: Call & Pick<SharingWork, 'record'>,
): Outcome<CreateGrantsResult, Failure> {
  const { actor, access, input, now } = call;
  const holders = holdersOf(input);
  const refusals = await judgeHolders(tx, call, holders);
  const given = holders.filter(({ holderId }) => !refusals.has(holderId));
  const nodeId = NodeId.parse(access.node.id);
  if (
    (await countGrants(tx, { spaceId: access.node.space_id, nodeId })) + given.length >
    SERVER_LIMITS.grantsPerNodeMax
  ) {
    return err({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.grantsPerNodeMax } });
  }
  const items: Item[] = [];
  for (const holder of holders) {
    const refusal = refusals.get(holder.holderId);
    items.push(
      refusal === undefined
        ? { ok: true, ...holder, grant: presentGrant(await put(tx, call, holder)) }
        : { ok: false, ...holder, ...refusal },
    );
  }
  await record(
    given.map(({ holder, holderId }) => ({
      verb: 'grant_added',
      facts: {
        [holder]: holderId,
        role: input.role,
        expires_at: input.expiresAt,
      },
    })),
  );
  const { kind: nodeKind, name } = access.node;
  const { role, message } = input;
  await notify(tx, {
    personIds: idsOf('person', given),
    groupIds: idsOf('group', given),
    actorId: actor.id,
    subject: { kind: 'shared', nodeId, nodeKind, name, role, message },
    at: now,
    newId,
  });
  return ok({ items });
}

type Holder = Pick<Item, 'holder' | 'holderId'>;

function idsOf(kind: Holder['holder'], holders: readonly Holder[]): readonly string[] {
  return holders.filter(({ holder }) => holder === kind).map(({ holderId }) => holderId);
}

function holdersOf({ personIds, groupIds }: CreateGrantsRequest): readonly Holder[] {
  return [
    ...[...new Set(personIds)].map((holderId) => ({ holder: 'person' as const, holderId })),
    ...[...new Set(groupIds)].map((holderId) => ({ holder: 'group' as const, holderId })),
  ];
}

interface Refusal {
  readonly code: ErrorCode;
  /** The grant that the holder has on the node, which the new one would lower or shorten. */
  readonly held?: GrantTerms;
}

/** Who cannot get the grant, with the reasons. For people all existing access counts, for groups only direct grants. */
async function judgeHolders(
  tx: Tx,
  { actor, access, input, now }: Call,
  holders: readonly Holder[],
): Promise<ReadonlyMap<string, Refusal>> {
  const { node, ancestors } = access;
  const spaceId = node.space_id;
  const userIds = idsOf('person', holders);
  const groupIds = idsOf('group', holders);
  const known = new Set([...(await listActiveIds(tx, userIds)), ...(await lockGroupIds(tx, groupIds))]);
  const limit = WAYS_MAX;
  const inSpace = [
    ...(await listSpaceMembers(tx, { spaceId, userIds, limit })),
    ...(await listSpaceGroups(tx, { spaceId, ofUser: undefined, limit })),
  ];
  const onNode = { spaceId, nodeIds: [...ancestors, node].map(({ id }) => id), now, limit };
  const asked = { role: input.role, expiresAt: expiryOf(input) };
  const holderIds = holders.map(({ holderId }) => holderId);
  const gains = await findOwnGains(tx, { actor, access, now }, { ...asked, holderIds });
  const judged = new Map<string, Refusal>();
  for (const { holder, holderId: id } of holders) {
    const isGroup = holder === 'group';
    const grants = isGroup
      ? await listGrantRows(tx, { ...onNode, holderId: id })
      : await listHeldGrants(tx, { ...onNode, userIds: [id] });
    const roles = inSpace.filter((row) => (isGroup ? row.group_id : row.user_id) === id);
    const held = [...roles.map(({ role }) => ({ role, expiresAt: null })), ...grants.map(termsOf)];
    const own = grants.find((grant) => isOwn(grant, node.id, id));
    if (!known.has(id)) judged.set(id, { code: isGroup ? 'group_not_found' : 'person_not_found' });
    else if (held.some((terms) => isEnough(terms, asked))) judged.set(id, { code: 'has_access_already' });
    else if (gains.has(id)) judged.set(id, { code: 'not_allowed' });
    else if (own !== undefined && takesAway(termsOf(own), asked)) {
      judged.set(id, { code: 'grant_differs', held: presentTerms(own) });
    }
  }
  return judged;
}

/** Whether the grant is on the node itself and for this holder. A new grant then replaces it. */
function isOwn(grant: GrantRow, nodeId: string, holderId: string): boolean {
  return grant.node_id === nodeId && (grant.group_id ?? grant.user_id) === holderId;
}

function expiryOf({ expiresAt }: Pick<CreateGrantsRequest, 'expiresAt'>): Date | null {
  return expiresAt === null ? null : new Date(expiresAt);
}

async function put(tx: Tx, { actor, access, input, now }: Call, holder: Holder): Promise<GrantRow> {
  const key = { spaceId: access.node.space_id, nodeId: access.node.id };
  const expiresAt = expiryOf(input);
  const { role, message } = input;
  const { holder: kind, holderId } = holder;
  const of = kind === 'group' ? { userId: null, groupId: holderId } : { userId: holderId, groupId: null };
  await putGrant(tx, { ...key, ...of, role, message, grantedBy: actor.id, expiresAt, now });
  const found = await findGrantRow(tx, { ...key, holderId, now });
  return defined(found, 'the inserted grant was not found');
}
