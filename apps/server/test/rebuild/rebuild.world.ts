import { createHash } from 'node:crypto';
import { CreateLinkRequest, NodeId, type Person, SpaceId } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { sql } from 'kysely';
import { createComment } from '../../src/features/comments/create-comment.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { renameNode } from '../../src/features/files/rename-node.ts';
import { purgeNodes } from '../../src/features/files/trash/purge-nodes.ts';
import { restoreNodes } from '../../src/features/files/trash/restore-nodes.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { createGroup } from '../../src/features/groups/change-group.ts';
import { addGroupMembers } from '../../src/features/groups/change-members.ts';
import { createJournalWriter } from '../../src/features/journal/write-journal.ts';
import { JOURNALED } from '../../src/features/journal/model.ts';
import { type RebuildOptions, rebuild } from '../../src/features/journal/rebuild/rebuild.ts';
import { writeSnapshot } from '../../src/features/journal/write-snapshot.ts';
import { createLink } from '../../src/features/links/manage/create-link.ts';
import { createGrants } from '../../src/features/sharing/create-grants.ts';
import { addMembers } from '../../src/features/spaces/members/add-members.ts';
import { createSpace } from '../../src/features/spaces/team/create-space.ts';
import { configOf } from '../../src/features/spaces/team.world.ts';
import { uploaded, type UploadServices } from '../../src/live-upload.contract.ts';
import {
  type Owner,
  type LiveWorld,
  startLiveWorld,
  startWorld,
  valueOf,
  type World,
} from '../../src/live.world.ts';
import type { Db } from '../../src/platform/db/db.ts';

/** A life of some people, in a database that will be lost. */
export interface RebuildWorld extends LiveWorld {
  readonly teamId: SpaceId;
  readonly teamRoot: NodeId;
  readonly act: (random: () => number) => Promise<void>;
  readonly upload: (name: string, text: string, parentId?: string) => Promise<NodeId>;
  readonly journal: () => Promise<number>;
  readonly snapshot: () => Promise<number>;
}

export async function startRebuildWorld(): Promise<RebuildWorld> {
  const live = await startLiveWorld();
  const { world, services, owner } = live;
  const [friend, third] = [await world.addOwner(), await world.addOwner()];
  const ada: Person = { ...owner.person, role: 'administrator' };
  const group = valueOf(await createGroup(services, ada, { name: 'Board' }));
  valueOf(await addGroupMembers(services, ada, { groupId: group.id, personIds: [third.person.id] }));
  const withConfig = { ...services, config: configOf() };
  const team = valueOf(
    await createSpace(withConfig, owner.person, {
      name: 'Field team',
      description: 'Of the field',
      color: 'green',
    }),
  );
  const teamId = SpaceId.parse(team.id);
  valueOf(
    await addMembers(withConfig, owner.person, {
      spaceId: teamId,
      personIds: [friend.person.id],
      groupIds: [group.id],
      role: 'editor',
    }),
  );
  const teamRoot = NodeId.parse(team.rootId);
  const expiresAt = new Date(world.clock.now().getTime() + DAY_MS).toISOString();
  const asked = { kind: 'request', label: 'Bring photos', password: 'open sesame', expiresAt } as const;
  const terms = { message: '', asksName: true, asksEmail: false, filesMax: null, bytesMax: null, kinds: [] };
  const wanted = CreateLinkRequest.parse({ ...asked, request: terms });
  valueOf(await createLink(withConfig, owner.person, { nodeId: teamRoot, wanted }));
  const people = [friend.person, third.person];
  const upload = async (name: string, text: string, parentId: string = owner.rootId): Promise<NodeId> =>
    (await uploaded(services, owner, { name, bytes: Buffer.from(text), parentId, conflict: 'replace' })).id;
  return {
    ...live,
    teamId,
    teamRoot,
    upload,
    act: async (random) => await act({ services, owner, teamRoot, people, upload }, random),
    journal: createJournalWriter(services),
    snapshot: async () => {
      await services.db.updateTable('journal').set({ snapshot_at: null }).execute();
      return await writeSnapshot(services);
    },
  };
}

interface Acting {
  readonly services: UploadServices;
  readonly owner: Owner;
  readonly teamRoot: NodeId;
  readonly people: readonly Person[];
  readonly upload: RebuildWorld['upload'];
}

/** One random act. Refusals are fine: most places and names are random. */
async function act(
  { services, owner, teamRoot, people, upload }: Acting,
  random: () => number,
): Promise<void> {
  const { person } = owner;
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const nodes = await services.db
    .selectFrom('node')
    .select(['id', 'kind', 'parent_id', 'trashed_at'])
    .orderBy('id')
    .execute();
  const living = nodes.filter(({ trashed_at: at }) => at === null);
  const folders = living.filter(({ kind }) => kind === 'folder').map(({ id }) => NodeId.parse(id));
  const items = living
    .filter(({ parent_id: parentId }) => parentId !== null)
    .map(({ id }) => NodeId.parse(id));
  const trashed = nodes.filter(({ trashed_at: at }) => at !== null).map(({ id }) => NodeId.parse(id));
  const parentId = pick(folders) ?? teamRoot;
  const nodeId = pick(items);
  const inTrash = pick(trashed);
  const name = `item ${Math.floor(random() * 12)}`;
  const acts: readonly (() => Promise<unknown>)[] = [
    async () => await createFolder(services, person, { parentId, name, ifExists: 'rename' }),
    async () => await upload(`${name}.txt`, `${name} ${random()}`, parentId).catch(() => undefined),
    async () => await upload('report.txt', `report ${random()}`, teamRoot),
    async () => nodeId && (await renameNode(services, person, { nodeId, name, revision: undefined })),
    async () =>
      nodeId && (await moveNodes(services, person, { ids: [nodeId], parentId, conflict: 'rename' })),
    async () => nodeId && (await trashNodes(services, person, [nodeId])),
    async () => inTrash && (await restoreNodes(services, person, [inTrash])),
    async () => inTrash && random() < 0.4 && (await purgeNodes(services, person, [inTrash])),
    async () => {
      const other = pick(people);
      if (nodeId === undefined || other === undefined) return;
      const given = {
        personIds: [other.id],
        groupIds: [],
        role: 'viewer',
        expiresAt: null,
        message: '',
      } as const;
      await createGrants(services, person, { ...given, personIds: [other.id], groupIds: [], nodeId });
    },
    async () => {
      const mentions = people.map(({ id }) => id);
      return nodeId && (await createComment(services, person, { nodeId, text: `about ${name}`, mentions }));
    },
  ];
  await pick(acts)?.();
}

/** Rebuilds into a database of its own, with the same store. */
export async function rebuiltFrom(
  from: Pick<RebuildWorld, 'store'>,
  options: Partial<RebuildOptions> = {},
): Promise<{
  readonly world: World;
  readonly services: UploadServices;
  readonly outcome: Awaited<ReturnType<typeof rebuild>>;
}> {
  const world = await startWorld();
  const services = { ...world.services, blobs: from.store.blobs };
  const outcome = await rebuild(services, { isDryRun: false, say: () => undefined, ...options });
  return { world, services, outcome };
}

/** What a rebuild makes anew, or does without. */
const BUT: Readonly<Record<string, readonly string[]>> = {
  user: ['last_seen_at', 'updated_at'],
  space: ['reserved_bytes', 'updated_at', 'quota_told'],
  blob: ['verified_at', 'checked_at', 'updated_at', 'urls_until', 'last_look_at', 'crc64nvme'],
};

/** Of everything that was journaled, of the figures of folders, and of everybody's rights. */
export async function treeHash(db: Db): Promise<string> {
  const hash = createHash('sha256');
  for (const line of await treeLines(db)) hash.update(`${line}\n`);
  return hash.digest('hex');
}

export async function treeLines(db: Db): Promise<readonly string[]> {
  const lines: string[] = [];
  const views = ['space_role', 'node_role'];
  for (const name of [...JOURNALED.map((table) => table.name), ...views]) {
    const but = BUT[name] ?? [];
    const where = name === 'blob' ? sql`where state not in ('intended', 'stored', 'verified')` : sql``;
    const { rows } = await sql<{ readonly line: string }>`
      select (to_jsonb(each) - ${but}::text[])::text as line from ${sql.table(name)} each ${where} order by 1`.execute(
      db,
    );
    lines.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  const { rows } = await sql<{ readonly line: string }>`
    select concat_ws(' ', folder_id, folders, files, file_bytes) as line from folder_content
    where folders <> 0 or files <> 0 order by 1`.execute(db);
  return [...lines, ...rows.map(({ line }) => `folder_content ${line}`)];
}

/** A sequence that a seed repeats (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
