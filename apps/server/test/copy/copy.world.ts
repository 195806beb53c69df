import {
  type MoveRequest,
  type MoveResult,
  NodeId,
  type NodeView,
  type Person,
  SpaceId,
} from '@coffer/contracts';
import { defined, type Result } from '@coffer/kit';
import { sql } from 'kysely';
import { uploaded } from '../../src/live-upload.contract.ts';
import { countedFigures, type Figures, figuresOf } from '../../src/live-ledger.contract.ts';
import { type Owner, valueOf } from '../../src/live.world.ts';
import type { MaybeOnce } from '../../src/platform/db/once.ts';
import { type CopyFailure, copyNodes } from '../../src/features/files/copy/copy-nodes.ts';
import { listChildren } from '../../src/features/files/list-children.ts';
import { emptyTrash } from '../../src/features/files/trash/empty-trash.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { uploadWorld } from '../../src/features/uploads/upload.world.ts';

type UploadWorld = ReturnType<typeof uploadWorld>;

interface CopyOptions extends MaybeOnce {
  readonly conflict?: MoveRequest['conflict'];
  readonly by?: Person;
}

export interface CopyWorld extends UploadWorld {
  readonly file: (
    name: string,
    more?: { readonly parentId?: string; readonly size?: number; readonly owner?: Owner },
  ) => Promise<NodeView>;
  readonly copy: (
    ids: readonly string[],
    parentId: string,
    options?: CopyOptions,
  ) => Promise<Result<MoveResult, CopyFailure>>;
  /** The only copy that a call makes. */
  readonly copyOne: (id: string, parentId: string, options?: CopyOptions) => Promise<NodeView>;
  readonly trash: (...ids: readonly string[]) => Promise<void>;
  /** Trashes and deletes permanently. */
  readonly purge: (owner: Owner, ...ids: readonly string[]) => Promise<void>;
  /** Names, including those in folders. */
  readonly treeOf: (folderId: string, by?: Person) => Promise<Tree>;
  /** What a space counts, which must equal what its entries add up to. */
  readonly figuresFor: (owner: Owner) => Promise<Figures>;
}

export interface Tree {
  readonly [name: string]: Tree | number;
}

export function copyWorld(ofOwner: { readonly quotaBytes?: number } = {}): CopyWorld {
  const here: UploadWorld = uploadWorld(ofOwner);
  const copy: CopyWorld['copy'] = async (ids, parentId, { conflict = 'fail', by, ...once } = {}) =>
    await copyNodes({ ...here.services, ...once }, by ?? here.owner.person, {
      ids: ids.map((id) => NodeId.parse(id)),
      parentId: NodeId.parse(parentId),
      conflict,
    });
  const treeOf: CopyWorld['treeOf'] = async (folderId, by = here.owner.person) => {
    const query = { sort: 'name', order: 'asc', at: 0, limit: 1_000 } as const;
    const page = valueOf(await listChildren(here.services, by, { nodeId: NodeId.parse(folderId), query }));
    const entries: [string, Tree | number][] = [];
    for (const { id, name, kind, sizeBytes } of page.items) {
      entries.push([name, kind === 'folder' ? await treeOf(id, by) : (sizeBytes ?? 0)]);
    }
    return Object.fromEntries(entries);
  };
  return Object.assign(here, {
    copy,
    treeOf,
    file: async (name, { parentId, size = 10, owner = here.owner } = {}) =>
      await uploaded(here.services, owner, {
        name,
        bytes: Buffer.alloc(size, name),
        parentId: parentId ?? owner.rootId,
      }),
    copyOne: async (id, parentId, options) => {
      const [item] = valueOf(await copy([id], parentId, options)).items;
      if (item?.ok !== true) throw new Error(`not copied: ${item?.code}`);
      return item.node;
    },
    trash: async (...ids) => {
      await trashNodes(
        here.services,
        here.owner.person,
        ids.map((id) => NodeId.parse(id)),
      );
    },
    purge: async (owner, ...ids) => {
      await trashNodes(
        here.services,
        owner.person,
        ids.map((id) => NodeId.parse(id)),
      );
      valueOf(
        await emptyTrash(here.services, owner.person, { spaceId: SpaceId.parse(owner.spaceId), body: {} }),
      );
    },
    figuresFor: async ({ spaceId }) => {
      const counted = await figuresOf(here.services.db, spaceId);
      const recounted = await countedFigures(here.services.db, spaceId);
      if (JSON.stringify(counted) !== JSON.stringify(recounted)) throw new Error('the counts are wrong');
      return counted;
    },
  } satisfies Omit<CopyWorld, keyof UploadWorld>);
}

/** Adds up what `folder_content` says, and what the items say. Both must be the same. */
export async function contentsOf({ services }: UploadWorld, spaceId: string) {
  const kept = sql<{ readonly sum: string }>`
    select string_agg(folder_id || ' ' || folders || ' ' || files || ' ' || file_bytes, ',' order by folder_id) as sum
    from folder_content where space_id = ${spaceId} and (folders, files) <> (0, 0)`;
  const counted = sql<{ readonly sum: string }>`
    select string_agg(parent_id || ' ' || folders || ' ' || files || ' ' || bytes, ',' order by parent_id) as sum from (
      select parent_id, count(*) filter (where kind = 'folder') as folders, count(*) filter (where kind = 'file') as files,
        coalesce(sum(size_bytes) filter (where kind = 'file'), 0) as bytes
      from node where space_id = ${spaceId} and parent_id is not null and trashed_at is null group by parent_id) each_one`;
  const [one, other] = [await kept.execute(services.db), await counted.execute(services.db)];
  return { kept: defined(one.rows[0], 'a row').sum, counted: defined(other.rows[0], 'a row').sum };
}
