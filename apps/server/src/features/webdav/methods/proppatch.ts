import { SERVER_LIMITS } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { may, NEEDED_ROLE } from '../../files/index.ts';
import { findTarget } from '../find-target.ts';
import { judgeIf, judgeLocks } from '../locks/judge-locks.ts';
import type { DavCall, DavFailure } from '../dav-call.ts';
import { hrefOf } from '../paths.ts';
import { readXmlBody } from '../read-xml-body.ts';
import { listProperties, removeProperty, setProperty } from '../store/properties.ts';
import { davChild, elementsIn, expandedName, isDav, type XmlElement } from '../xml/parse-xml.ts';
import { escapeXml, writeElement, writeName } from '../xml/write-xml.ts';
import { multistatus, propstat } from './propfind.ts';

interface Change {
  readonly name: string;
  /** The new value. Undefined to remove the property. */
  readonly xml: string | undefined;
}

/**
 * Changes properties of clients, which are stored as sent; those of the server cannot be changed. All changes are made,
 * or none.
 */
export async function proppatch(call: DavCall): Promise<Result<Response, DavFailure>> {
  const body = await readXmlBody(call);
  if (!body.ok) return body;
  const changes = body.value === undefined ? undefined : changesOf(body.value);
  if (changes === undefined) return err({ status: 400, text: 'The body is not a propertyupdate.' });
  const target = await findTarget(call.services, call.actor, call.path.names);
  if (target.kind === 'missing') return err({ status: 404 });
  if (target.kind === 'top') return err({ status: 403 });
  const { actor, services } = call;
  const { access } = target;
  const now = services.clock.now();
  if (!may({ actor, now, role: access.role }, 'change', access.node)) {
    return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.change } });
  }
  const tokens = await judgeIf(call, target);
  if (!tokens.ok) return tokens;
  const open = await judgeLocks(call, tokens.value, [{ found: target, as: 'node' }]);
  if (!open.ok) return open;
  const refused = changes.filter(isRefused);
  const isFull =
    refused.length === 0 &&
    !(await inTransaction(services.db, async (tx) => await apply(tx, access.node.id, changes)));
  const href = hrefOf(target.names, access.node.kind === 'folder');
  return ok(multistatus(statuses(href, { changes, refused, isFull })));
}

function changesOf(root: XmlElement): readonly Change[] | undefined {
  if (!isDav(root, 'propertyupdate')) return undefined;
  const changes: Change[] = [];
  for (const step of elementsIn(root)) {
    const prop = davChild(step, 'prop');
    if (prop === undefined || !(isDav(step, 'set') || isDav(step, 'remove'))) return undefined;
    for (const element of elementsIn(prop)) {
      const xml = isDav(step, 'set') ? writeElement(element) : undefined;
      changes.push({ name: expandedName(element), xml });
    }
  }
  return changes;
}

/**
 * Whether the change is rejected: its property is in the namespace of WebDAV, which belongs to the server, or is too
 * long.
 */
function isRefused({ name, xml = '' }: Change): boolean {
  return (
    name.startsWith('{DAV:}') ||
    Buffer.byteLength(name) > SERVER_LIMITS.davPropertyNameMax ||
    Buffer.byteLength(xml) > SERVER_LIMITS.davPropertyMaxBytes
  );
}

/** Applies the changes. Returns false if there would be too many properties. */
async function apply(tx: Tx, nodeId: string, changes: readonly Change[]): Promise<boolean> {
  const before = (await listProperties(tx, [nodeId])).get(nodeId) ?? [];
  const bytes = new Map(before.map(({ name, xml }) => [name, Buffer.byteLength(xml)]));
  const sizeBefore = sumOf(bytes);
  for (const { name, xml } of changes) {
    if (xml === undefined) bytes.delete(name);
    else bytes.set(name, Buffer.byteLength(xml));
  }
  const isLarger = sumOf(bytes) > Math.max(sizeBefore, SERVER_LIMITS.davPropertiesMaxBytes);
  if (isLarger || bytes.size > SERVER_LIMITS.davPropertiesMax) return false;
  for (const { name, xml } of changes) {
    await (xml === undefined ? removeProperty(tx, nodeId, name) : setProperty(tx, nodeId, { name, xml }));
  }
  return true;
}

function sumOf(bytes: ReadonlyMap<string, number>): number {
  return [...bytes.values()].reduce((total, each) => total + each, 0);
}

interface Judged {
  readonly changes: readonly Change[];
  readonly refused: readonly Change[];
  readonly isFull: boolean;
}

async function* statuses(href: string, { changes, refused, isFull }: Judged): AsyncGenerator<string> {
  await Promise.resolve();
  const others = changes.filter((change) => !refused.includes(change));
  const parts = isFull
    ? propstat(named(changes), '507 Insufficient Storage')
    : refused.length === 0
      ? propstat(named(changes), '200 OK')
      : propstat(named(refused), '403 Forbidden') +
        (others.length === 0 ? '' : propstat(named(others), '424 Failed Dependency'));
  yield `<D:response><D:href>${escapeXml(href)}</D:href>${parts}</D:response>`;
}

function named(changes: readonly Change[]): readonly string[] {
  return [...new Set(changes.map(({ name }) => writeName(name)))];
}
