import {
  type ActivityPage,
  type ActivityQuery,
  type NodeId,
  type Person,
  strongest,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { listNodeEvents, listSpacesOf } from '../../spaces/index.ts';
import { findNode } from '../node-access.ts';
import { onlyMadeBy } from '../policy.ts';
import { presentActivity } from './present-activity.ts';
import { ACTIVITY_VERBS } from './present-event.ts';
import { knowsOf, SHARING_VERBS } from './present-sharing.ts';

/** Lists events of the node and of its direct children. */
export async function listActivity(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  input: { readonly nodeId: NodeId; readonly query: ActivityQuery },
): Outcome<ActivityPage, { readonly code: 'node_not_found' }> {
  const { db, clock } = services;
  const asking = { actor, now: clock.now() };
  const access = await findNode(db, asking, input.nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const { after, limit } = input.query;
  const rows = await listNodeEvents(db, {
    spaceId: access.node.space_id,
    nodeId: access.node.id,
    verbs: [...ACTIVITY_VERBS, ...SHARING_VERBS.filter((verb) => knowsOf(verb, access))],
    before: after === undefined ? undefined : Number(after),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const spaces = await listSpacesOf(db, actor.id);
  const presented = await presentActivity(db, {
    asking,
    roles: new Map(spaces.map((space) => [space.id, strongest(space.roles)])),
    roleAt: () => access.role,
    rows: page,
  });
  const isOnlyOwn = onlyMadeBy(access.role, actor) !== undefined;
  const shown = presented.filter((one) => !isOnlyOwn || one.access !== undefined);
  const items = shown.map(({ item }) => item);
  return ok({ items, next: last === undefined || rows.length <= limit ? null : String(last.sequence) });
}
