import { err, ok, type Result } from '@coffer/kit';
import { etagOf, isListed } from '../conditions.ts';
import { findTarget } from '../find-target.ts';
import type { DavCall, DavFailure, Found, Target } from '../dav-call.ts';
import { hrefOf, parseReference } from '../paths.ts';
import { deleteLocks, listLocks, listLocksBelow, type LockRow } from '../store/locks.ts';
import { escapeXml } from '../xml/write-xml.ts';
import { type IfList, parseIf, submittedTokens } from './if-header.ts';

const SCHEME = 'urn:uuid:';

export function tokenUri(token: string): string {
  return `${SCHEME}${token}`;
}

export function tokenOf(uri: string): string | undefined {
  const token = uri.startsWith(SCHEME) ? uri.slice(SCHEME.length).toLowerCase() : '';
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(token) ? token : undefined;
}

/** Lists the locks that protect the node: those on the node, and deep locks on folders above it. */
export async function locksOver(
  { services }: Pick<DavCall, 'services'>,
  { access }: Pick<Found, 'access'>,
): Promise<readonly LockRow[]> {
  const above = access.ancestors.map(({ id }) => id);
  const now = services.clock.now();
  const locks = await listLocks(services.db, { nodeIds: [access.node.id, ...above], now });
  return locks.filter((lock) => lock.is_deep || lock.node_id === access.node.id);
}

/** Checks the `If` header, and returns the submitted tokens if it holds. */
export async function judgeIf(
  call: DavCall,
  target: Target,
): Promise<Result<ReadonlySet<string>, DavFailure>> {
  const header = call.request.headers.get('if');
  if (header === null) return ok(new Set());
  const lists = parseIf(header);
  if (lists === undefined) return err({ status: 400, text: 'The If header is not well-formed.' });
  const resources = new Set(lists.map(({ resource }) => resource));
  if (resources.size > RESOURCES_MAX) {
    return err({ status: 400, text: `The If header may name ${RESOURCES_MAX} resources.` });
  }
  for (const resource of resources) {
    const state = await stateOf(call, resource === undefined ? target : await targetOf(call, resource));
    const named = lists.filter((list) => list.resource === resource);
    if (named.some((list) => holds(state, list))) return ok(submittedTokens(lists));
  }
  return err({ status: 412 });
}

/** Each resource is looked up, so their number is limited. */
const RESOURCES_MAX = 10;

interface State {
  readonly uris: ReadonlySet<string>;
  readonly etag: string | undefined;
}

async function stateOf(call: DavCall, target: Target | undefined): Promise<State> {
  if (target?.kind !== 'found') return { uris: new Set(), etag: undefined };
  const locks = await locksOver(call, target);
  return { uris: new Set(locks.map(({ token }) => tokenUri(token))), etag: etagOf(target.access.node) };
}

function holds({ uris, etag }: State, list: IfList): boolean {
  return list.conditions.every(({ isNegated, kind, value }) => {
    const isTrue = kind === 'token' ? uris.has(value) : etag !== undefined && isListed(value, etag, 'strong');
    return isTrue !== isNegated;
  });
}

async function targetOf(call: DavCall, reference: string): Promise<Target | undefined> {
  const path = parseReference(reference, call.hosts);
  return path.ok ? await findTarget(call.services, call.actor, path.value.names) : undefined;
}

/** Something that a change affects. */
export interface Touched {
  readonly found: Found;
  /** `node` is the node alone, `tree` the node with everything below it, and `entry` the list of a folder's members. */
  readonly as: 'node' | 'tree' | 'entry';
}

/** Checks locks. Each locked resource needs one of its tokens, sent by the person who owns the lock. */
export async function judgeLocks(
  call: DavCall,
  tokens: ReadonlySet<string>,
  touched: readonly (Touched | undefined)[],
): Promise<Result<undefined, DavFailure>> {
  for (const each of touched) {
    if (each === undefined) continue;
    const { access } = each.found;
    const over = await locksOver(call, each.found);
    const isFolder = access.node.kind === 'folder';
    const below =
      each.as === 'tree' && isFolder
        ? await listLocksBelow(call.services.db, {
            spaceId: access.node.space_id,
            nodeId: access.node.id,
            now: call.services.clock.now(),
          })
        : [];
    const groups = [over, ...Map.groupBy(below, (lock) => lock.node_id).values()];
    for (const locks of groups) {
      const isOpen = locks.some((lock) => lock.user_id === call.actor.id && tokens.has(tokenUri(lock.token)));
      if (locks.length > 0 && !isOpen) return err(lockedAt(hrefOf(each.found.names, isFolder)));
    }
  }
  return ok(undefined);
}

export function lockedAt(href: string): DavFailure {
  return {
    status: 423,
    condition: `<D:lock-token-submitted><D:href>${escapeXml(href)}</D:href></D:lock-token-submitted>`,
  };
}

/** Deletes the locks of an item that was moved or deleted (RFC 4918, section 7.5). */
export async function forgetLocks({ services }: DavCall, { access: { node } }: Found): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const own = await listLocks(db, { nodeIds: [node.id], now });
  const below = await listLocksBelow(db, { spaceId: node.space_id, nodeId: node.id, now });
  await deleteLocks(
    db,
    [...own, ...below].map(({ token }) => token),
  );
}
