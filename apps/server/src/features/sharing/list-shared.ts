import type { Person, SharedByMePage, SharedQuery, SharedWithMePage } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findNodes, presentAccess } from '../files/index.ts';
import { presentGrant, presentThrough } from './present.ts';
import { parseSharedCursor, writeSharedCursor } from './shared-cursor.ts';
import { listShared, type SharedRow } from './store/grants.ts';

type Needs = Pick<Services, 'db' | 'clock'>;
type View = ReturnType<typeof presentAccess>;

interface Asked<Item> {
  readonly of: 'to' | 'by';
  readonly query: SharedQuery;
  readonly present: (row: SharedRow, node: View) => Item;
}

interface Page<Item> {
  readonly items: Item[];
  readonly next: string | null;
}

export async function listSharedWithMe(
  services: Needs,
  actor: Person,
  query: SharedQuery,
): Outcome<SharedWithMePage, Failure> {
  return await listPage(services, actor, {
    of: 'to',
    query,
    // The location of somebody else's folder means nothing to the person.
    present: (row, node) => ({
      node: { ...node, parentId: null },
      grant: presentGrant(row),
      group: presentThrough(row),
      grantedBy: row.granter_name,
    }),
  });
}

export async function listSharedByMe(
  services: Needs,
  actor: Person,
  query: SharedQuery,
): Outcome<SharedByMePage, Failure> {
  return await listPage(services, actor, {
    of: 'by',
    query,
    present: (row, node) => ({
      node,
      grant: presentGrant(row),
      sharedWith: { name: row.name, email: row.email },
    }),
  });
}

async function listPage<Item>(
  services: Needs,
  actor: Person,
  { of, query, present }: Asked<Item>,
): Promise<ReturnType<typeof ok<Page<Item>>> | ReturnType<typeof err<Failure>>> {
  const { sort, order, limit } = query;
  const after = query.after === undefined ? undefined : parseSharedCursor(query.after, sort);
  if (query.after !== undefined && after === undefined) {
    return err({ code: 'invalid_request', issues: [{ path: 'after', code: 'wrong_format' }] });
  }
  const now = services.clock.now();
  const asked = { of, userId: actor.id, sort, order, after, now, limit: limit + 1 };
  const rows = await listShared(services.db, asked);
  const shown = rows.slice(0, limit);
  const ids = [...new Set(shown.map((row) => row.node_id))];
  const nodes = await findNodes(services.db, { actor, now }, ids);
  const items = shown.flatMap((row) => {
    const access = nodes.get(row.node_id);
    return access === undefined ? [] : [present(row, presentAccess(access))];
  });
  const last = shown.at(-1);
  const next = last === undefined || rows.length <= limit ? null : writeSharedCursor(sort, last);
  return ok({ items, next });
}
