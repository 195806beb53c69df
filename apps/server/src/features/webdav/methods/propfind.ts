import { ChildrenQuery, LIMITS, type NodeView } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { findNodes, listChildren, presentNode } from '../../files/index.ts';
import { findTarget } from '../find-target.ts';
import { locksOver } from '../locks/judge-locks.ts';
import type { DavCall, DavFailure, Found, Target } from '../dav-call.ts';
import { hrefOf } from '../paths.ts';
import {
  type Entry,
  entryHref,
  isLive,
  LIVE_NAMES,
  liveElement,
  type PlacedLock,
  unaskedNames,
} from '../properties.ts';
import { readXmlBody } from '../read-xml-body.ts';
import { listLocks, type LockRow } from '../store/locks.ts';
import { listProperties, type PropertyRow } from '../store/properties.ts';
import { DAV, davChild, elementsIn, expandedName, isDav, type XmlElement } from '../xml/parse-xml.ts';
import { escapeXml, writeName, XML_HEAD, XML_TYPE } from '../xml/write-xml.ts';

/** The maximum length of the requested names, because each item repeats all of them. */
const NAMES_LENGTH_MAX = 8_192;

type Wanted =
  | { readonly kind: 'all'; readonly included: readonly string[] }
  | { readonly kind: 'names' }
  | { readonly kind: 'some'; readonly names: readonly string[] };

export async function propfind(call: DavCall): Promise<Result<Response, DavFailure>> {
  const depth = call.request.headers.get('depth') ?? 'infinity';
  if (depth !== '0' && depth !== '1') {
    return depth.toLowerCase() === 'infinity'
      ? err({ status: 403, condition: '<D:propfind-finite-depth/>' })
      : err({ status: 400, text: 'Depth must be 0 or 1.' });
  }
  const body = await readXmlBody(call);
  if (!body.ok) return body;
  const wanted = body.value === undefined ? ALL : wantedOf(body.value);
  if (wanted === undefined) return err({ status: 400, text: 'The body is not a propfind.' });
  if (namesIn(wanted).join('').length > NAMES_LENGTH_MAX)
    return err({ status: 413, text: 'Too many properties.' });
  const target = await findTarget(call.services, call.actor, call.path.names);
  if (target.kind === 'missing') return err({ status: 404 });
  const each = withoutRepeats(wanted);
  return ok(multistatus(answers(call, { target, wanted: each, isDeep: depth === '1' })));
}

const ALL: Wanted = { kind: 'all', included: [] };

function wantedOf(root: XmlElement): Wanted | undefined {
  if (!isDav(root, 'propfind')) return undefined;
  const prop = davChild(root, 'prop');
  if (prop !== undefined) return { kind: 'some', names: elementsIn(prop).map(expandedName) };
  if (davChild(root, 'propname') !== undefined) return { kind: 'names' };
  if (davChild(root, 'allprop') === undefined) return undefined;
  const include = davChild(root, 'include');
  return { kind: 'all', included: include === undefined ? [] : elementsIn(include).map(expandedName) };
}

/** Each name once, because each answer may be long. */
function withoutRepeats(wanted: Wanted): Wanted {
  return wanted.kind === 'some' ? { ...wanted, names: [...new Set(wanted.names)] } : wanted;
}

/** The properties of clients that are asked for. Undefined for all of them. */
function deadNames(wanted: Wanted): readonly string[] | undefined {
  return wanted.kind === 'some' ? wanted.names.filter((name) => !isLive(name)) : undefined;
}

/** What clients keep with an item may be large, so fewer items are read at once. */
const DEAD_PAGE_SIZE = 100;

async function listDead({ services }: DavCall, nodeIds: readonly string[], wanted: Wanted) {
  return await listProperties(services.db, nodeIds, deadNames(wanted));
}

function namesIn(wanted: Wanted): readonly string[] {
  if (wanted.kind === 'names') return [];
  return wanted.kind === 'some' ? wanted.names : wanted.included;
}

/** A response that is sent while it is read, because a folder may have a million items. */
export function multistatus(responses: AsyncIterable<string>): Response {
  const bytes = new TextEncoderStream();
  const text = ReadableStream.from(document(responses));
  return new Response(text.pipeThrough(bytes), { status: 207, headers: { 'content-type': XML_TYPE } });
}

const CHUNK_LENGTH = 65_536;

async function* document(responses: AsyncIterable<string>): AsyncGenerator<string> {
  let text = `${XML_HEAD}<D:multistatus xmlns:D="${DAV}">`;
  for await (const response of responses) {
    text += response;
    if (text.length < CHUNK_LENGTH) continue;
    yield text;
    text = '';
  }
  yield `${text}</D:multistatus>`;
}

interface Asked {
  readonly target: Exclude<Target, { readonly kind: 'missing' }>;
  readonly wanted: Wanted;
  readonly isDeep: boolean;
}

async function* answers(call: DavCall, { target, wanted, isDeep }: Asked): AsyncGenerator<string> {
  const now = call.services.clock.now();
  if (target.kind === 'top') {
    const own = { names: [], view: undefined, space: undefined, locks: [], now };
    yield answer(own, [], wanted);
    if (isDeep) yield* await spaceAnswers(call, { target, wanted });
    return;
  }
  const { access, space, names } = target;
  const locks = await placedLocks(call, target);
  const own: Entry = { names, view: presentNode(access.node), space, locks, now };
  const properties = await listDead(call, [access.node.id], wanted);
  yield answer(own, properties.get(access.node.id) ?? [], wanted);
  if (isDeep && access.node.kind === 'folder') {
    const inherited = locks.filter(({ lock }) => lock.is_deep);
    for await (const views of pages(call, own, wanted)) {
      yield* pageAnswers(call, { parent: own, views, inherited, wanted });
    }
  }
}

async function* pages(call: DavCall, { view }: Entry, wanted: Wanted): AsyncGenerator<readonly NodeView[]> {
  if (view === undefined) return;
  let after: string | undefined;
  do {
    const query = ChildrenQuery.parse({
      limit: String(deadNames(wanted)?.length === 0 ? LIMITS.pageSizeMax : DEAD_PAGE_SIZE),
      ...(after === undefined ? {} : { after }),
    });
    const page = await listChildren(call.services, call.actor, { nodeId: view.id, query });
    // A complete list without the rest would make sync clients delete their copies, so the connection is cut.
    if (!page.ok) throw new Error(`the folder was lost while it was listed: ${page.error.code}`);
    yield page.value.items;
    after = page.value.next ?? undefined;
  } while (after !== undefined);
}

interface Page {
  readonly parent: Entry;
  readonly views: readonly NodeView[];
  readonly inherited: readonly PlacedLock[];
  readonly wanted: Wanted;
}

async function* pageAnswers(
  call: DavCall,
  { parent, views, inherited, wanted }: Page,
): AsyncGenerator<string> {
  const { db } = call.services;
  const { now, space } = parent;
  const nodeIds = views.map(({ id }) => id);
  const locks = Map.groupBy(await listLocks(db, { nodeIds, now }), (lock) => lock.node_id);
  const properties = await listDead(call, nodeIds, wanted);
  for (const view of views) {
    const names = [...parent.names, view.name];
    const own = placedAt(locks.get(view.id) ?? [], hrefOf(names, view.kind === 'folder'));
    const entry: Entry = { names, view, space, locks: [...inherited, ...own], now };
    yield answer(entry, properties.get(view.id) ?? [], wanted);
  }
}

async function spaceAnswers(
  call: DavCall,
  { target, wanted }: { readonly target: Extract<Target, { kind: 'top' }>; readonly wanted: Wanted },
): Promise<readonly string[]> {
  const { db, clock } = call.services;
  const now = clock.now();
  const ids = target.spaces.map(({ space }) => space.rootId);
  const roots = await findNodes(db, { actor: call.actor, now }, ids);
  const locks = Map.groupBy(await listLocks(db, { nodeIds: ids, now }), (lock) => lock.node_id);
  const properties = await listDead(call, ids, wanted);
  return target.spaces.flatMap(({ name, space }) => {
    const access = roots.get(space.rootId);
    if (access === undefined) return [];
    const names = [name];
    const placed = placedAt(locks.get(space.rootId) ?? [], hrefOf(names, true));
    const entry: Entry = { names, view: presentNode(access.node), space, locks: placed, now };
    return [answer(entry, properties.get(space.rootId) ?? [], wanted)];
  });
}

function placedAt(locks: readonly LockRow[], root: string): readonly PlacedLock[] {
  return locks.map((lock) => ({ lock, root }));
}

export async function placedLocks(call: DavCall, found: Found): Promise<readonly PlacedLock[]> {
  const locks = await locksOver(call, found);
  const { node, ancestors } = found.access;
  return locks.map((lock) => {
    const depth = ancestors.findIndex(({ id }) => id === lock.node_id);
    const names = depth < 0 ? found.names : found.names.slice(0, depth + 1);
    return { lock, root: hrefOf(names, depth >= 0 || node.kind === 'folder') };
  });
}

function answer(entry: Entry, dead: readonly PropertyRow[], wanted: Wanted): string {
  const deadXml = new Map(dead.map(({ name, xml }) => [name, xml]));
  const all = [...unaskedNames(), ...deadXml.keys()];
  const names =
    wanted.kind === 'some'
      ? wanted.names
      : wanted.kind === 'all'
        ? [...new Set([...all, ...wanted.included])]
        : [...LIVE_NAMES.map((name) => `{DAV:}${name}`), ...deadXml.keys()];
  const has: string[] = [];
  const lacks: string[] = [];
  for (const name of names) {
    const element = isLive(name) ? liveElement(entry, name) : deadXml.get(name);
    if (element === undefined) {
      if (wanted.kind === 'some') lacks.push(writeName(name));
    } else has.push(wanted.kind === 'names' ? writeName(name) : element);
  }
  const found = propstat(has, '200 OK');
  const missing = lacks.length === 0 ? '' : propstat(lacks, '404 Not Found');
  const shown = has.length > 0 || missing === '' ? found : '';
  return `<D:response><D:href>${escapeXml(entryHref(entry))}</D:href>${shown}${missing}</D:response>`;
}

export function propstat(elements: readonly string[], status: string): string {
  return `<D:propstat><D:prop>${elements.join('')}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`;
}
