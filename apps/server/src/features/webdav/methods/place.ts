import { type MoveRequest, type MoveResult, NodeId } from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import { copyNodes, createFolder, moveNodes, renameNode, restoreNodes } from '../../files/index.ts';
import { judgeConditions } from '../conditions.ts';
import { findTarget } from '../find-target.ts';
import { forgetLocks, judgeIf, judgeLocks } from '../locks/judge-locks.ts';
import { asFailure, type DavCall, type DavFailure, type Found, type Target } from '../dav-call.ts';
import { isAllowedName, parseReference } from '../paths.ts';
import { copyProperties } from '../store/properties.ts';
import { folderOf, trash } from './remove.ts';

type Verb = 'copy' | 'move';

interface Placing {
  readonly verb: Verb;
  readonly source: Found;
  /** The target folder. `name` is the name in it. */
  readonly folder: Found;
  readonly name: string;
  /** The item that has the name now and goes to the trash. */
  readonly existing: Found | undefined;
  /** Whether to copy the folder without its content. */
  readonly isShallow: boolean;
}

export async function place(call: DavCall, verb: Verb): Promise<Result<Response, DavFailure>> {
  const placing = await readPlacing(call, verb);
  if (!placing.ok) return placing;
  const { source, folder, existing } = placing.value;
  const tokens = await judgeIf(call, { kind: 'found', ...source });
  if (!tokens.ok) return tokens;
  const left = verb === 'move' ? await folderOf(call, source) : undefined;
  const open = await judgeLocks(call, tokens.value, [
    verb === 'move' ? { found: source, as: 'tree' } : undefined,
    left === undefined ? undefined : { found: left, as: 'entry' },
    { found: folder, as: 'entry' },
    existing === undefined ? undefined : { found: existing, as: 'tree' },
  ]);
  if (!open.ok) return open;
  const placed = await takePlace(call, placing.value, verb === 'move' ? move : copy);
  if (!placed.ok) return placed;
  const status = placed.value === 'begun' ? 202 : existing === undefined ? 201 : 204;
  return ok(new Response(null, { status }));
}

async function readPlacing(call: DavCall, verb: Verb): Promise<Result<Placing, DavFailure>> {
  const { headers } = call.request;
  const destination = parseReference(headers.get('destination') ?? '#', call.hosts);
  if (!destination.ok) return err({ status: destination.error === 'other_host' ? 502 : 400 });
  const source = await findTarget(call.services, call.actor, call.path.names);
  if (source.kind === 'missing') return err({ status: 404 });
  if (source.kind === 'top' || source.access.node.parent_id === null) return err({ status: 403 });
  const condition = judgeConditions(headers, source);
  if (!condition.ok) return condition;
  const { names } = destination.value;
  if (names.length < 2) return err({ status: 403, text: 'This folder contains only spaces.' });
  const target = await findTarget(call.services, call.actor, names);
  const folder = await folderAt(call, target);
  if (folder === undefined) return err({ status: 409 });
  const name = defined(names.at(-1), 'the destination has no name');
  if (!isAllowedName(name)) return err({ status: 400, text: 'The name is not allowed.' });
  const existing = target.kind === 'found' ? target : undefined;
  const isShallow = verb === 'copy' && headers.get('depth') === '0';
  const placing = { verb, source, folder, name, isShallow };
  const { id } = source.access.node;
  if (existing?.access.node.id === id) {
    const isOtherCase = verb === 'move' && name !== source.access.node.name;
    return isOtherCase ? ok({ ...placing, existing: undefined }) : err({ status: 403 });
  }
  const isAround = source.access.ancestors.some((above) => above.id === existing?.access.node.id);
  const isInside = [...folder.access.ancestors, folder.access.node].some((above) => above.id === id);
  if (isAround || (isInside && !isShallow)) return err({ status: 403 });
  if (existing !== undefined && headers.get('overwrite')?.trim().toUpperCase() === 'F') {
    return err({ status: 412 });
  }
  return ok({ ...placing, existing });
}

async function folderAt(call: DavCall, target: Target): Promise<Found | undefined> {
  if (target.kind === 'found') return await folderOf(call, target);
  return target.kind === 'missing' ? target.parent : undefined;
}

type Placed = Result<'done' | 'begun', DavFailure>;

/**
 * Replaces the existing item. A file replaces a file in one step; anything else is trashed first, and restored after a
 * failure.
 */
async function takePlace(
  call: DavCall,
  placing: Placing,
  act: (call: DavCall, placing: Placing) => Promise<Placed>,
): Promise<Placed> {
  const { existing } = placing;
  if (existing === undefined || isFileForFile(placing)) {
    const placed = await act(call, placing);
    if (placed.ok && existing !== undefined) await forgetLocks(call, existing);
    return placed;
  }
  const trashed = await trash(call, existing);
  if (!trashed.ok) return trashed;
  let isPlaced = false;
  try {
    const placed = await act(call, placing);
    isPlaced = placed.ok;
    return placed;
  } finally {
    if (!isPlaced) await restoreNodes(call.services, call.actor, [NodeId.parse(existing.access.node.id)]);
  }
}

async function move(call: DavCall, placing: Placing): Promise<Placed> {
  const { source, folder, existing, name } = placing;
  const { node } = source.access;
  if (existing === undefined && node.parent_id === folder.access.node.id) {
    const asked = { nodeId: NodeId.parse(node.id), name, revision: node.revision };
    const renamed = await renameNode(call.services, call.actor, asked);
    if (!renamed.ok) return refused(renamed.error);
  } else {
    const moved = await moveNodes(call.services, call.actor, requestOf(placing));
    const outcome = moved.ok ? outcomeOf(moved.value) : refused(moved.error);
    if (!outcome.ok || outcome.value === 'begun') return outcome;
  }
  await forgetLocks(call, source);
  return ok('done');
}

async function copy(call: DavCall, placing: Placing): Promise<Placed> {
  const { services, actor } = call;
  const { source, folder, name } = placing;
  const { node } = source.access;
  if (placing.isShallow && node.kind === 'folder') {
    const parentId = NodeId.parse(folder.access.node.id);
    const made = await createFolder(services, actor, { parentId, name, ifExists: 'fail' });
    if (!made.ok) return refused(made.error);
    await copyProperties(services.db, node.id, made.value.id);
    return ok('done');
  }
  const copied = await copyNodes(services, actor, requestOf(placing));
  if (!copied.ok) return refused(copied.error);
  const [item] = copied.value.items;
  if (item?.ok === true) await copyProperties(services.db, node.id, item.node.id);
  return outcomeOf(copied.value);
}

function isFileForFile({ source, existing }: Placing): boolean {
  return source.access.node.kind === 'file' && existing?.access.node.kind === 'file';
}

function requestOf(placing: Placing): MoveRequest & { readonly as?: string } {
  const { source, folder, name } = placing;
  const { node } = source.access;
  return {
    ids: [NodeId.parse(node.id)],
    parentId: NodeId.parse(folder.access.node.id),
    conflict: isFileForFile(placing) ? 'replace' : 'fail',
    ...(name === node.name ? {} : { as: name }),
  };
}

function outcomeOf({ items, isUnfinished }: MoveResult): Placed {
  const [item] = items;
  if (item?.ok === false) return refused(asFailure(item.code));
  return ok(isUnfinished === true ? 'begun' : 'done');
}

/** Turns `name_taken` into status 412: somebody else took the name in the meantime. */
function refused(failure: DavFailure): Result<never, DavFailure> {
  return err('code' in failure && failure.code === 'name_taken' ? { status: 412 } : failure);
}
