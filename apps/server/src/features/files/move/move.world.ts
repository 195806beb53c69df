import { type MoveRequest, type MoveResult, NodeId, type NodeView, type Person } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Owner, startWorld, valueOf, type World } from '../../../live.world.ts';
import { connectDatabase, type Database } from '../../../platform/db/connect.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createFolder } from '../create-folder.ts';
import { listChildren } from '../list-children.ts';
import { nameSort } from '../model.ts';
import { type MoveFailure, moveNodes } from './move-nodes.ts';

interface MoveWorld {
  world: World;
  owner: Owner;
  readonly folder: (name: string, parentId?: string) => Promise<NodeView>;
  /** Adds a file without bytes and returns its id. */
  readonly file: (name: string, parentId?: string, createdBy?: string) => Promise<NodeId>;
  readonly move: (
    ids: readonly string[],
    parentId: string,
    options?: { readonly conflict?: MoveRequest['conflict']; readonly by?: Person; readonly db?: Db },
  ) => Promise<Result<MoveResult, MoveFailure>>;
  /** Opens a separate connection pool, as another server has. It is closed with the world. */
  readonly connect: () => Db;
  readonly names: (parentId?: string) => Promise<readonly string[]>;
  readonly events: () => Promise<readonly { readonly verb: string; readonly facts: unknown }[]>;
}

export function moveWorld(): MoveWorld {
  const others: Database[] = [];
  const here: MoveWorld = { ...words(() => here, others) } as MoveWorld;
  beforeAll(async () => {
    here.world = await startWorld();
  });
  afterAll(async () => {
    for (const other of others) await other.close();
    await here.world[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    here.owner = await here.world.addOwner();
  });
  return here;
}

function words(here: () => MoveWorld, others: Database[]): Omit<MoveWorld, 'world' | 'owner'> {
  return {
    folder: async (name, parentId = here().owner.rootId) =>
      valueOf(
        await createFolder(here().world.services, here().owner.person, {
          parentId: NodeId.parse(parentId),
          name,
          ifExists: 'fail',
        }),
      ),
    file: async (name, parentId = here().owner.rootId, createdBy = here().owner.person.id) => {
      const { db, clock, newId } = here().world.services;
      const now = clock.now();
      const id = newId();
      await db
        .insertInto('node')
        .values({
          space_id: here().owner.spaceId,
          id,
          parent_id: parentId,
          kind: 'file',
          name,
          name_key: name.toLowerCase(),
          name_sort: nameSort(name),
          current_version_id: newId(),
          size_bytes: 1,
          media_type: 'text/plain',
          modified_at: now,
          created_by: createdBy,
          trashed_at: null,
          trashed_by: null,
          created_at: now,
          updated_at: now,
        })
        .execute();
      return NodeId.parse(id);
    },
    move: async (
      ids,
      parentId,
      { conflict = 'fail', by = here().owner.person, db = here().world.services.db } = {},
    ) =>
      await moveNodes({ ...here().world.services, db }, by, {
        ids: ids.map((id) => NodeId.parse(id)),
        parentId: NodeId.parse(parentId),
        conflict,
      }),
    connect: () => {
      const { connectionString, services } = here().world;
      const other = connectDatabase({ connectionString, log: services.log, connectionsMax: 2 });
      others.push(other);
      return other.db;
    },
    names: async (parentId = here().owner.rootId) =>
      valueOf(
        await listChildren(here().world.services, here().owner.person, {
          nodeId: NodeId.parse(parentId),
          query: { sort: 'name', order: 'asc', at: 0, limit: 1_000 },
        }),
      ).items.map((item) => item.name),
    events: async () =>
      await here()
        .world.services.db.selectFrom('event')
        .select(['verb', 'facts'])
        .where('space_id', '=', here().owner.spaceId)
        .where('verb', '!=', 'folder_created')
        .orderBy('sequence')
        .execute(),
  };
}
