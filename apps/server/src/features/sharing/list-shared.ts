import {
  HolderId,
  InvitedGrantId,
  type Person,
  type SharedByMePage,
  type SharedQuery,
  type SharedWithMePage,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { findNodes, presentAccess, withPictures } from '../files/index.ts';
import { presentGrant, presentThrough } from './present.ts';
import { parseSharedCursor, writeSharedCursor } from './shared-cursor.ts';
import { listSharedBy, listSharedTo, type SharedBy, type SharedPlace } from './store/shared.ts';

type Needs = Pick<Services, 'db' | 'clock'>;
type View = ReturnType<typeof presentAccess>;
type Asked = Parameters<typeof listSharedBy>[1];

interface Listed<Row, Item> {
  readonly query: SharedQuery;
  readonly list: (db: Db, asked: Asked) => Promise<readonly Row[]>;
  readonly present: (row: Row, node: View) => Item;
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
    query,
    list: listSharedTo,
    // The location in somebody else's space means nothing to the person.
    present: (row, node) => ({
      node: { ...node, parentId: null },
      grant: presentGrant(row),
      group: presentThrough(row),
      grantedBy: row.granter_name,
      picture: row.granter_picture_id ?? undefined,
    }),
  });
}

export async function listSharedByMe(
  services: Needs,
  actor: Person,
  query: SharedQuery,
): Outcome<SharedByMePage, Failure> {
  return await listPage(services, actor, {
    query,
    list: listSharedBy,
    present: (row, node) => ({
      node,
      sharedWith: row.holders.map(presentHolder),
      total: row.total,
      grantedAt: row.created_at.toISOString(),
      role: row.role,
      expiresAt: row.expires_at?.toISOString() ?? null,
      message: row.message,
    }),
  });
}

function presentHolder({ holder, holderId: id, name, picture }: SharedBy['holders'][number]) {
  return holder === 'address'
    ? { holder, holderId: InvitedGrantId.parse(id), name }
    : { holder, holderId: HolderId.parse(id), name, picture: picture ?? undefined };
}

async function listPage<Row extends SharedPlace, Item>(
  services: Needs,
  actor: Person,
  { query, list, present }: Listed<Row, Item>,
): Promise<Result<Page<Item>, Failure>> {
  const { sort, order, limit } = query;
  const after = query.after === undefined ? undefined : parseSharedCursor(query.after, sort);
  if (query.after !== undefined && after === undefined) {
    return err({ code: 'invalid_request', issues: [{ path: 'after', code: 'wrong_format' }] });
  }
  const now = services.clock.now();
  const rows = await list(services.db, { userId: actor.id, sort, order, after, now, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const nodes = await findNodes(
    services.db,
    { actor, now },
    shown.map((row) => row.node_id),
  );
  const views = await withPictures(services.db, [...nodes.values()].map(presentAccess));
  const byId = new Map<string, View>(views.map((view) => [view.id, view]));
  const items = shown.flatMap((row) => {
    const view = byId.get(row.node_id);
    return view === undefined ? [] : [present(row, view)];
  });
  const last = shown.at(-1);
  const next = last === undefined || rows.length <= limit ? null : writeSharedCursor(sort, last);
  return ok({ items, next });
}
