import { NodeId } from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import { trashNodes } from '../../files/index.ts';
import { judgeConditions } from '../conditions.ts';
import { findTarget } from '../find-target.ts';
import { forgetLocks, judgeIf, judgeLocks } from '../locks/judge-locks.ts';
import { asFailure, type DavCall, type DavFailure, type Found } from '../dav-call.ts';

/** Moves an item to the trash, from which it can be restored. */
export async function remove(call: DavCall): Promise<Result<Response, DavFailure>> {
  const target = await findTarget(call.services, call.actor, call.path.names);
  if (target.kind === 'missing') return err({ status: 404 });
  if (target.kind === 'top' || target.access.node.parent_id === null) return err({ status: 403 });
  const condition = judgeConditions(call.request.headers, target);
  if (!condition.ok) return condition;
  const tokens = await judgeIf(call, target);
  if (!tokens.ok) return tokens;
  const folder = await folderOf(call, target);
  const open = await judgeLocks(call, tokens.value, [
    { found: target, as: 'tree' },
    folder === undefined ? undefined : { found: folder, as: 'entry' },
  ]);
  if (!open.ok) return open;
  const gone = await trash(call, target);
  return gone.ok ? ok(new Response(null, { status: 204 })) : gone;
}

/** The folder that contains the item. */
export async function folderOf(call: DavCall, { names }: Found): Promise<Found | undefined> {
  const folder = await findTarget(call.services, call.actor, names.slice(0, -1));
  return folder.kind === 'found' ? folder : undefined;
}

export async function trash(call: DavCall, found: Found): Promise<Result<undefined, DavFailure>> {
  const { items } = await trashNodes(call.services, call.actor, [NodeId.parse(found.access.node.id)]);
  const item = defined(items[0], 'a trashed node has no result');
  if (!item.ok) return err(asFailure(item.code));
  await forgetLocks(call, found);
  return ok(undefined);
}
