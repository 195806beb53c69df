import { randomUUID } from 'node:crypto';
import { SERVER_LIMITS } from '@coffer/contracts';
import { err, ok, type Result, SECOND_MS } from '@coffer/kit';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import { lockNode, may, NEEDED_ROLE, type NodeRow } from '../../files/index.ts';
import { judgeConditions } from '../conditions.ts';
import { findTarget } from '../find-target.ts';
import { judgeIf, judgeLocks, locksOver, tokenOf, tokenUri } from '../locks/judge-locks.ts';
import type { DavCall, DavFailure, Found, Missing, Target } from '../dav-call.ts';
import { hrefOf } from '../paths.ts';
import { activeLock } from '../properties.ts';
import { readXmlBody } from '../read-xml-body.ts';
import {
  countLocksOf,
  deleteLocks,
  extendLock,
  insertLock,
  listLocks,
  listLocksBelow,
  type LockRow,
} from '../store/locks.ts';
import { davChild, isDav, type XmlElement } from '../xml/parse-xml.ts';
import { escapeXml, writeElement, XML_HEAD, XML_TYPE } from '../xml/write-xml.ts';
import { placedLocks } from './propfind.ts';
import { placeOf, receiveKnown } from './put.ts';

interface Asked {
  readonly isShared: boolean;
  readonly isDeep: boolean;
  readonly ownerXml: string;
}

export async function lock(call: DavCall): Promise<Result<Response, DavFailure>> {
  const body = await readXmlBody(call);
  if (!body.ok) return body;
  const target = await findTarget(call.services, call.actor, call.path.names);
  if (target.kind === 'top') return err({ status: 403 });
  const condition = judgeConditions(call.request.headers, target);
  if (!condition.ok) return condition;
  if (body.value === undefined) return await refresh(call, target);
  const asked = askedOf(call, body.value);
  if (asked === undefined) return err({ status: 400, text: 'The body is not a lockinfo.' });
  const tokens = await judgeIf(call, target);
  if (!tokens.ok) return tokens;
  const found = target.kind === 'found' ? ok(target) : await makeEmpty(call, target, tokens.value);
  if (!found.ok) return found;
  const taken = await take(call, found.value, asked);
  if (!taken.ok) return taken;
  const headers = { 'lock-token': `<${tokenUri(taken.value.token)}>` };
  return ok(await discovery(call, found.value, { status: target.kind === 'found' ? 200 : 201, headers }));
}

function askedOf({ request }: DavCall, root: XmlElement): Asked | undefined {
  const scope = davChild(root, 'lockscope');
  const type = davChild(root, 'locktype');
  if (!isDav(root, 'lockinfo') || scope === undefined || type === undefined) return undefined;
  const isShared = davChild(scope, 'shared') !== undefined;
  const isExclusive = davChild(scope, 'exclusive') !== undefined;
  const depth = request.headers.get('depth')?.toLowerCase() ?? 'infinity';
  if (isShared === isExclusive || davChild(type, 'write') === undefined) return undefined;
  if (depth !== '0' && depth !== 'infinity') return undefined;
  const owner = davChild(root, 'owner');
  const ownerXml = owner === undefined ? '' : writeElement(owner);
  const isLong = Buffer.byteLength(ownerXml) > SERVER_LIMITS.davLockOwnerMaxBytes;
  return { isShared, isDeep: depth === 'infinity', ownerXml: isLong ? '' : ownerXml };
}

/** Creates an empty file, which a lock of a free name requires (RFC 4918, section 7.3). */
async function makeEmpty(
  call: DavCall,
  target: Missing & { readonly kind: 'missing' },
  tokens: ReadonlySet<string>,
): Promise<Result<Found, DavFailure>> {
  const place = placeOf(call, target);
  if (!place.ok) return place;
  const { parent } = target;
  const open = await judgeLocks(call, tokens, [
    parent === undefined ? undefined : { found: parent, as: 'entry' },
  ]);
  if (!open.ok) return open;
  const bytes = ReadableStream.from<Uint8Array>([]);
  const made = await receiveKnown(call, { ...place.value, isNewOnly: true }, { sizeBytes: 0, bytes });
  if (!made.ok) return made;
  const found = await findTarget(call.services, call.actor, call.path.names);
  return found.kind === 'found' ? ok(found) : err({ status: 409 });
}

/** A deep lock of a folder keeps others from everything in it. */
function verbOf({ kind }: Pick<NodeRow, 'kind'>, isDeep: boolean): 'add' | 'change' {
  return kind === 'folder' && !isDeep ? 'add' : 'change';
}

async function take(call: DavCall, found: Found, asked: Asked): Promise<Result<LockRow, DavFailure>> {
  const { services, actor, request } = call;
  const { node } = found.access;
  const spaceId = node.space_id;
  return await inSpaceTransaction(services.db, spaceId, async (tx): Promise<Result<LockRow, DavFailure>> => {
    const now = services.clock.now();
    const access = await lockNode(tx, { actor, now }, { spaceId, id: node.id });
    if (access === undefined) return err({ status: 404 });
    const verb = verbOf(node, asked.isDeep);
    if (!may({ actor, now, role: access.role }, verb, access.node)) {
      return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE[verb] } });
    }
    const isDeep = asked.isDeep && node.kind === 'folder';
    const above = access.ancestors.map(({ id }) => id);
    const over = (await listLocks(tx, { nodeIds: [node.id, ...above], now })).filter(
      (each) => each.is_deep || each.node_id === node.id,
    );
    const below = isDeep ? await listLocksBelow(tx, { spaceId, nodeId: node.id, now }) : [];
    const conflict = [...over, ...below].find((each) => !asked.isShared || !each.is_shared);
    if (conflict !== undefined) {
      const href = escapeXml(hrefOf(found.names, node.kind === 'folder'));
      const condition = `<D:no-conflicting-lock><D:href>${href}</D:href></D:no-conflicting-lock>`;
      return err({ status: 423, condition });
    }
    // Each item repeats all locks over it in its lists.
    if (over.length + below.length >= SERVER_LIMITS.davLocksPerNodeMax) {
      return err({ status: 403, text: `An item can have ${SERVER_LIMITS.davLocksPerNodeMax} locks.` });
    }
    if ((await countLocksOf(tx, actor.id)) >= SERVER_LIMITS.davLocksMax) {
      return err({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.davLocksMax } });
    }
    const row: LockRow = {
      token: randomUUID(),
      node_id: node.id,
      user_id: actor.id,
      is_shared: asked.isShared,
      is_deep: isDeep,
      owner_xml: asked.ownerXml,
      created_at: now,
      expires_at: new Date(now.getTime() + lifeMs(request.headers)),
    };
    await insertLock(tx, row);
    return ok(row);
  });
}

async function refresh(call: DavCall, target: Target): Promise<Result<Response, DavFailure>> {
  if (target.kind !== 'found') return err({ status: 404 });
  const tokens = await judgeIf(call, target);
  if (!tokens.ok) return tokens;
  const own = (await locksOver(call, target)).filter(
    (each) => each.user_id === call.actor.id && tokens.value.has(tokenUri(each.token)),
  );
  if (own.length === 0) return err({ status: 412, condition: '<D:lock-token-matches-request-uri/>' });
  const now = call.services.clock.now();
  const { role, node } = target.access;
  const verb = verbOf(
    node,
    own.some(({ is_deep: isDeep }) => isDeep),
  );
  if (!may({ actor: call.actor, now, role }, verb, node)) {
    return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE[verb] } });
  }
  const expiresAt = new Date(now.getTime() + lifeMs(call.request.headers));
  for (const { token } of own) await extendLock(call.services.db, { token, expiresAt });
  return ok(await discovery(call, target, { status: 200 }));
}

/** The lifetime of a lock: the first one that the client requests, within Coffer's limits. */
function lifeMs(headers: Headers): number {
  const [first = ''] = (headers.get('timeout') ?? '').split(',');
  const seconds = /^\s*Second-(\d{1,10})\s*$/i.exec(first)?.[1];
  if (/^\s*infinite\s*$/i.test(first)) return SERVER_LIMITS.davLockLifeMaxMs;
  if (seconds === undefined) return SERVER_LIMITS.davLockLifeMs;
  return Math.min(Math.max(Number(seconds) * SECOND_MS, SECOND_MS), SERVER_LIMITS.davLockLifeMaxMs);
}

async function discovery(
  call: DavCall,
  found: Found,
  answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  const now = call.services.clock.now();
  const locks = await placedLocks(call, found);
  const active = locks.map((each) => activeLock(each, now)).join('');
  const prop = `<D:prop xmlns:D="DAV:"><D:lockdiscovery>${active}</D:lockdiscovery></D:prop>`;
  const headers = { ...answer.headers, 'content-type': XML_TYPE };
  return new Response(`${XML_HEAD}${prop}`, { status: answer.status, headers });
}

export async function unlock(call: DavCall): Promise<Result<Response, DavFailure>> {
  const given = /^\s*<([^<>\s]+)>\s*$/.exec(call.request.headers.get('lock-token') ?? '')?.[1];
  if (given === undefined) return err({ status: 400, text: 'Lock-Token is missing.' });
  const target = await findTarget(call.services, call.actor, call.path.names);
  if (target.kind !== 'found') return err({ status: target.kind === 'top' ? 409 : 404 });
  const token = tokenOf(given);
  const lockHere = (await locksOver(call, target)).find((each) => each.token === token);
  if (lockHere === undefined) {
    return err({ status: 409, condition: '<D:lock-token-matches-request-uri/>' });
  }
  const { role, node } = target.access;
  const asking = { actor: call.actor, now: call.services.clock.now(), role };
  // Who may delete an item for good may also end the locks of others.
  if (lockHere.user_id !== call.actor.id && !may(asking, 'purge', node)) return err({ status: 403 });
  await deleteLocks(call.services.db, [lockHere.token]);
  return ok(new Response(null, { status: 204 }));
}
