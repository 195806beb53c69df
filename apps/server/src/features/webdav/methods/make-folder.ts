import { NodeId } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { createFolder } from '../../files/index.ts';
import { judgeConditions } from '../conditions.ts';
import { findTarget } from '../find-target.ts';
import { judgeIf, judgeLocks } from '../locks/judge-locks.ts';
import type { DavCall, DavFailure } from '../dav-call.ts';
import { isAllowedName } from '../paths.ts';

export async function makeFolder(call: DavCall): Promise<Result<Response, DavFailure>> {
  for await (const chunk of call.body()) {
    if (chunk.length > 0) return err({ status: 415 });
  }
  const { services, actor } = call;
  const target = await findTarget(services, actor, call.path.names);
  if (target.kind !== 'missing') return err({ status: 405 });
  const name = target.names.at(-1) ?? '';
  if (target.names.length === 1) {
    return err({
      status: 403,
      text: 'This folder contains only spaces. Create spaces in the web application.',
    });
  }
  if (target.parent === undefined) return err({ status: 409 });
  if (!isAllowedName(name)) return err({ status: 400, text: 'The name is not allowed.' });
  const condition = judgeConditions(call.request.headers, target);
  if (!condition.ok) return condition;
  const tokens = await judgeIf(call, target);
  if (!tokens.ok) return tokens;
  const open = await judgeLocks(call, tokens.value, [{ found: target.parent, as: 'entry' }]);
  if (!open.ok) return open;
  const parentId = NodeId.parse(target.parent.access.node.id);
  const made = await createFolder(services, actor, { parentId, name, ifExists: 'fail' });
  if (made.ok) return ok(new Response(null, { status: 201 }));
  return made.error.code === 'name_taken' ? err({ status: 405 }) : made;
}
