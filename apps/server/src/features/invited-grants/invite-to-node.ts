import {
  type CreateGrantsRequest,
  type CreateGrantsResult,
  type InviteToNodeRequest,
  type InviteToNodeResult,
  type NodeId,
  type Person,
  SERVER_LIMITS,
  UserId,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { MaybeOnce } from '../../platform/db/once.ts';
import type { NodeAccess } from '../files/index.ts';
import { hasOpenInvitation, lockAddress } from '../one-time-links/index.ts';
import { findActivePeople, isKnown, waysToJoin } from '../people/index.ts';
import {
  countGrants,
  countInvited,
  findInvited,
  findOwnGains,
  giveGrants,
  inSharedNode,
  isEnough,
  listWithdrawnBy,
  presentTerms,
  putInvited,
  refusedTerms,
  takesAway,
  termsOf,
} from '../sharing/index.ts';
import type { Turns } from './turns.ts';
import type { Unsent } from './unsent.ts';
import { findInviter } from './find-inviter.ts';
import { type InviteNeeds, isTiredOf, sendInvitation } from './send-invitation.ts';

type Item = InviteToNodeResult['items'][number];
type Asked = InviteToNodeRequest & { readonly nodeId: NodeId };

/**
 * Shares a node with e-mail addresses, with one result for each. An address with an account gets a grant; for the
 * others a grant waits, and they are invited.
 */
export async function inviteToNode(
  services: InviteNeeds & MaybeOnce & { readonly turns: Turns; readonly unsent: Unsent },
  actor: Person,
  { nodeId, ...input }: Asked,
): Outcome<InviteToNodeResult, Failure> {
  const inviter = await findInviter(services, actor, nodeId);
  if (!inviter.ok) return inviter;
  const { access: seen, invites, now: at } = inviter.value;
  const emails = distinct(input.emails);
  const paid = await countPaid(services, emails, { nodeId, actorId: actor.id, at });
  const early = refusedTerms(seen, input, at);
  const could = early === undefined ? services.turns.look(actor, paid) : err(early);
  // Failures are returned in the transaction only, where a repeated call gets its first response.
  const looked = could.ok ? await findFree(services, emails) : could;
  let taken: ReturnType<Turns['take']> | undefined;
  let unsent: string[] = [];
  const result = await inSharedNode<InviteToNodeResult>(services, { actor, nodeId }, async (tx, sharing) => {
    unsent = [];
    const { access, now, record } = sharing;
    const refused = refusedTerms(access, input, now);
    if (refused !== undefined) return err(refused);
    if (!looked.ok) return looked;
    const free = looked.value;
    // Takes the turns once, even if the transaction is retried.
    taken ??= services.turns.take(actor, paid);
    if (!taken.ok) return taken;
    // In order, so that two calls do not deadlock.
    for (const email of free.toSorted()) await lockAddress(tx, email);
    const people = await findActivePeople(tx, emails);
    const key = { spaceId: access.node.space_id, nodeId };
    const total = (await countGrants(tx, key)) + (await countInvited(tx, { nodeId, now })) + emails.length;
    if (total > SERVER_LIMITS.grantsPerNodeMax) {
      return err({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.grantsPerNodeMax } });
    }
    const { role, expiresAt, message } = input;
    const given = await giveGrants(services, tx, { actor, ...sharing, input: grantsFor(people, input) });
    if (!given.ok) return given;
    const items: Item[] = [];
    for (const email of emails) {
      const personId = people.get(email.toLowerCase());
      if (personId !== undefined) {
        items.push({ email, ...answerOf(given.value.items.find(({ holderId }) => holderId === personId)) });
        continue;
      }
      const isFree = free.includes(email);
      const { isTired, isWithoutLink } = await judgeTired(services, tx, { email, isFree, invites, now });
      const item = await wait(services, tx, { actor, access, now, email, isWithoutLink, ...input });
      items.push(item);
      if (!item.ok || invites !== 'mail' || isTired) continue;
      if (!isFree) unsent.push(email);
      else {
        await sendInvitation(services, tx, { actor, email, access, message, now });
      }
    }
    const waiting = items.filter((item) => item.ok && item.isInvited);
    await record(
      waiting.map(({ email }) => ({
        verb: 'address_invited',
        facts: { email, role, expires_at: expiresAt },
      })),
    );
    return ok({ items });
  });
  if (result.ok) for (const email of unsent) services.unsent.note(email);
  return result;
}

function grantsFor(
  people: ReadonlyMap<string, string>,
  { role, expiresAt, message }: InviteToNodeRequest,
): CreateGrantsRequest {
  const personIds = [...new Set(people.values())].map((id) => UserId.parse(id));
  return { personIds, groupIds: [], role, expiresAt, message };
}

/** Counts the addresses that use up a turn. Those that the person has just withdrawn on the node do not. */
async function countPaid(
  { db }: Pick<InviteNeeds, 'db'>,
  emails: readonly string[],
  { at, ...by }: { readonly nodeId: NodeId; readonly actorId: string; readonly at: Date },
): Promise<number> {
  const after = new Date(at.getTime() - SERVER_LIMITS.leaveUndoMs);
  const withdrawn = await listWithdrawnBy(db, { ...by, after });
  return emails.filter((email) => !withdrawn.has(email.toLowerCase())).length;
}

/** Whether the address gets no more messages today, and whether it has no invitation that it could use. */
async function judgeTired(
  { unsent }: { readonly unsent: Unsent },
  tx: Tx,
  of: {
    readonly email: string;
    readonly isFree: boolean;
    readonly invites: string;
    readonly now: Date;
  },
): Promise<{ readonly isTired: boolean; readonly isWithoutLink: boolean }> {
  const { email, isFree, invites, now } = of;
  if (invites !== 'mail') return { isTired: false, isWithoutLink: false };
  if (isFree) {
    const isTired = await isTiredOf(tx, { email, now });
    return { isTired, isWithoutLink: isTired && !(await hasOpenInvitation(tx, { email, now })) };
  }
  const isTired = unsent.isTired(email);
  return { isTired, isWithoutLink: isTired && (await countInvited(tx, { email, now })) === 0 };
}

/** The distinct addresses, spelled as they were first typed. */
function distinct(emails: readonly string[]): readonly string[] {
  return [...Map.groupBy(emails, (email) => email.toLowerCase()).values()].flatMap(([first]) => first ?? []);
}

/** The addresses without an account in Coffer or at the pool. */
async function findFree(
  services: InviteNeeds,
  emails: readonly string[],
): Promise<Result<readonly string[], Failure>> {
  const free: string[] = [];
  for (const email of emails) {
    const known = await isKnown(services, email);
    if (!known.ok) return known;
    if (!known.value) free.push(email);
  }
  return ok(free);
}

function answerOf(item: CreateGrantsResult['items'][number] | undefined) {
  if (item === undefined) return { ok: false as const, code: 'person_not_found' };
  if (item.ok) return { ok: true as const, isInvited: false };
  const { code, held } = item;
  return { ok: false as const, code, ...(held !== undefined && { held }) };
}

interface Waiting extends InviteToNodeRequest {
  readonly actor: Person;
  readonly access: NodeAccess;
  readonly now: Date;
  readonly email: string;
  /** Whether the address has no invitation and gets none today. */
  readonly isWithoutLink: boolean;
}

async function wait(services: InviteNeeds, tx: Tx, waiting: Waiting): Promise<Item> {
  const { actor, access, now, email, role, message } = waiting;
  const ways = waysToJoin(services, email);
  if (!ways.byPassword && ways.issuers.length === 0) {
    // A pool with its key admits every address that fits a user name.
    return { ok: false, email, code: services.pool.isAdministered ? 'too_long' : 'pool_key_missing' };
  }
  const key = { spaceId: access.node.space_id, nodeId: access.node.id };
  const expiresAt = waiting.expiresAt === null ? null : new Date(waiting.expiresAt);
  const before = await findInvited(tx, { ...key, email, now });
  const asked = { role, expiresAt };
  if (before !== undefined && isEnough(termsOf(before), asked)) {
    return { ok: false, email, code: 'already_invited' };
  }
  // An account that has not proved its address waits too.
  const isOwn = email.toLowerCase() === actor.email.toLowerCase();
  const own = { holderIds: isOwn ? [actor.id] : [], ...asked };
  if ((await findOwnGains(tx, { actor, access, now }, own)).size > 0) {
    return { ok: false, email, code: 'not_allowed' };
  }
  if (before !== undefined && takesAway(termsOf(before), asked)) {
    return { ok: false, email, code: 'grant_differs', held: presentTerms(before) };
  }
  if (waiting.isWithoutLink) return { ok: false, email, code: 'rate_limited' };
  await putInvited(tx, {
    ...key,
    id: services.newId(),
    email,
    role,
    message,
    grantedBy: actor.id,
    expiresAt,
    waitsUntil: new Date(now.getTime() + SERVER_LIMITS.invitedGrantLifeMs),
    now,
  });
  return { ok: true, email, isInvited: true };
}
