// A random state of spaces, groups, roles, grants, trash and links, written straight into the tables.
import { type GrantRole, GroupId, LinkId, NodeId, Person, type SpaceRole } from '@coffer/contracts';
import * as fc from 'fast-check';
import type { WorldServices } from '../../src/live.world.ts';
import { hashToken } from '../../src/features/links/token.ts';
import { insertSpace } from '../../src/features/spaces/store/spaces.ts';

export const PEOPLE = 3;
const GROUPS = 2;
const SPACES = 2;
export const NODES = 4;

/** Past, future or none, in milliseconds from now. */
const ends = fc.constantFrom<number | null>(-1, 0, 1_000_000, null);
const someone = fc.nat(PEOPLE - 1);
const group = fc.nat(GROUPS - 1);
const space = fc.nat(SPACES - 1);
/** 0 is the root, whose own grants and links do not exist. */
const item = fc.integer({ min: 1, max: NODES });
const memberRole = fc.constantFrom<SpaceRole>('viewer', 'contributor', 'editor', 'manager');
const some = <T>(arbitrary: fc.Arbitrary<T>, max: number) => fc.array(arbitrary, { maxLength: max });

export const drawing = fc.record({
  /** For each space, each node's folder among those before it, its maker, and whether it is in the trash. */
  trees: fc.tuple(
    ...Array.from({ length: SPACES }, () =>
      fc.array(fc.record({ parent: fc.nat(100), maker: someone, luck: fc.nat(3) }), {
        minLength: NODES,
        maxLength: NODES,
      }),
    ),
  ),
  inGroups: some(fc.record({ group, person: someone }), 5),
  members: some(fc.record({ space, person: someone, role: memberRole }), 4),
  spaceGroups: some(fc.record({ space, group, role: memberRole }), 2),
  grants: some(
    fc.record({
      space,
      item,
      holder: fc.nat(PEOPLE + GROUPS - 1),
      role: fc.constantFrom<GrantRole>('viewer', 'editor', 'manager'),
      ends,
    }),
    6,
  ),
  links: some(
    fc.record({
      space,
      item,
      maker: someone,
      ends: fc.constantFrom(-1, 0, 1_000_000),
      isRevoked: fc.boolean(),
    }),
    3,
  ),
  disabled: fc.option(someone, { freq: 4 }),
  /** The space, and the person of its first node, that are looked at closely. */
  compared: space,
  explained: fc.nat(PEOPLE),
});
export type Drawing = typeof drawing extends fc.Arbitrary<infer T> ? T : never;

export interface Built {
  readonly people: readonly Person[];
  readonly spaces: readonly {
    readonly id: string;
    readonly owner: Person;
    readonly nodes: readonly NodeId[];
  }[];
  readonly links: readonly { readonly id: LinkId; readonly token: string }[];
}

/** The last of each key. */
function last<T>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** One of each holder and node, as the tables demand. */
export function settled(drawn: Drawing): Drawing {
  return {
    ...drawn,
    inGroups: last(drawn.inGroups, (row) => `${row.group} ${row.person}`),
    members: last(drawn.members, (row) => `${row.space} ${row.person}`),
    spaceGroups: last(drawn.spaceGroups, (row) => `${row.space} ${row.group}`),
    grants: last(drawn.grants, (row) => `${row.space} ${row.item} ${row.holder}`),
  };
}

export async function build({ db, clock, newId }: WorldServices, drawn: Drawing): Promise<Built> {
  const now = clock.now();
  const at = { created_at: now, updated_at: now };
  const later = (ms: number | null) => (ms === null ? null : new Date(now.getTime() + ms));
  const person = (name: string): Person => {
    const id = newId();
    return Person.parse({ id, username: id, name, email: `${id}@example.org`, role: 'member' });
  };
  const people = Array.from({ length: PEOPLE }, (_, index) => person(`Person ${index}`));
  const spaces = Array.from({ length: SPACES }, (_, index) => ({
    id: newId(),
    owner: person(`Owner ${index}`),
    nodes: Array.from({ length: NODES + 1 }, () => NodeId.parse(newId())),
  }));
  const groups = Array.from({ length: GROUPS }, () => GroupId.parse(newId()));
  const everybody = [...people, ...spaces.map(({ owner }) => owner)];
  await db
    .insertInto('user')
    .values(
      everybody.map((each, index) => ({
        id: each.id,
        issuer: 'https://issuer.example',
        subject: each.id,
        username: each.username,
        email: each.email,
        email_verified: true,
        name: each.name,
        status: index === drawn.disabled ? ('disabled' as const) : ('active' as const),
        role: 'member' as const,
        quota_bytes: 1_000,
        last_seen_at: null,
        ...at,
      })),
    )
    .execute();
  await db
    .insertInto('group')
    .values(groups.map((id) => ({ id, name: `group ${id}`, source: 'local' as const, ...at })))
    .execute();
  const idOf = (index: number): string => people[index]?.id ?? '';
  for (const [index, { id, owner, nodes }] of spaces.entries()) {
    await db.transaction().execute(async (tx) => {
      const place = { spaceId: id, rootId: nodes[0] ?? '', ownerId: owner.id };
      await insertSpace(tx, { ...place, name: `Space ${index}`, kind: 'team', quotaBytes: 1_000, now });
      const rows = (drawn.trees[index] ?? []).map((node, position) => ({
        space_id: id,
        id: nodes[position + 1] ?? '',
        parent_id: nodes[node.parent % (position + 1)] ?? '',
        kind: 'folder' as const,
        name: `item ${position + 1}`,
        name_key: `item ${position + 1}`,
        name_sort: `item ${position + 1}`,
        name_search: ` item ${position + 1} `,
        current_version_id: null,
        size_bytes: 0,
        media_type: '',
        modified_at: now,
        created_by: idOf(node.maker),
        trashed_at: isTrashed(node) ? now : null,
        trashed_by: isTrashed(node) ? owner.id : null,
        ...at,
      }));
      for (const row of rows) await tx.insertInto('node').values(row).execute();
    });
  }
  const spaceId = (index: number): string => spaces[index]?.id ?? '';
  const nodeId = (of: number, index: number): string => spaces[of]?.nodes[index] ?? '';
  const rowsOf = {
    group_member: drawn.inGroups.map((row) => ({
      group_id: groups[row.group] ?? '',
      user_id: idOf(row.person),
      created_at: now,
    })),
    member: drawn.members.map((row) => ({
      space_id: spaceId(row.space),
      user_id: idOf(row.person),
      role: row.role,
      created_at: now,
    })),
  };
  if (rowsOf.group_member.length > 0)
    await db.insertInto('group_member').values(rowsOf.group_member).execute();
  if (rowsOf.member.length > 0) await db.insertInto('member').values(rowsOf.member).execute();
  for (const { space: of, group: to, role } of drawn.spaceGroups) {
    if (role === 'owner') continue;
    await db
      .insertInto('space_group')
      .values({ space_id: spaceId(of), group_id: groups[to] ?? '', role, created_at: now })
      .execute();
  }
  for (const { space: of, item: on, holder, role, ends: end } of drawn.grants) {
    const held =
      holder < PEOPLE
        ? { user_id: idOf(holder), group_id: null }
        : { user_id: null, group_id: groups[holder - PEOPLE] ?? '' };
    await db
      .insertInto('grant')
      .values({
        space_id: spaceId(of),
        node_id: nodeId(of, on),
        ...held,
        role,
        granted_by: spaces[of]?.owner.id ?? '',
        message: '',
        expires_at: later(end),
        ...at,
      })
      .execute();
  }
  const links: Built['links'][number][] = [];
  for (const { space: of, item: on, maker, ends: end, isRevoked } of drawn.links) {
    const id = LinkId.parse(newId());
    const token = id.replaceAll('-', '').slice(0, 22);
    await db
      .insertInto('link')
      .values({
        id,
        space_id: spaceId(of),
        node_id: nodeId(of, on),
        kind: 'download',
        token_hash: hashToken(token),
        label: '',
        password_hash: null,
        expires_at: later(end) ?? now,
        downloads_max: null,
        bytes_max: null,
        last_visit_at: null,
        revoked_at: isRevoked ? now : null,
        revoked_by: null,
        created_by: idOf(maker),
        ...at,
      })
      .execute();
    links.push({ id, token });
  }
  return { people, spaces, links };
}

/** One in four. */
export function isTrashed({ luck }: { readonly luck: number }): boolean {
  return luck === 0;
}
