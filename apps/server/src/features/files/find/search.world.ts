import { NodeId, type Person, SearchQuery, type SearchHit, type SearchPage } from '@coffer/contracts';
import { startWorld, valueOf, type Owner, type World } from '../../../live.world.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { createFolder } from '../create-folder.ts';
import { nameKey } from '@coffer/contracts';
import { nameSort } from '../model.ts';
import { insertNodes } from '../store/put.ts';
import { search } from './search.ts';

export interface FileFacts {
  readonly parentId?: string;
  readonly mediaType?: string;
  readonly sizeBytes?: number;
  readonly modifiedAt?: Date;
  readonly createdBy?: string;
}

/** The query parameters of the URL. */
export type Asked = Readonly<Record<string, string>>;

export interface SearchWorld extends World {
  addFiles(owner: Owner, names: readonly string[], facts?: FileFacts): Promise<readonly string[]>;
  addFolder(owner: Owner, name: string, parentId?: string): Promise<NodeId>;
  addMember(owner: Owner, person: Person, role: 'viewer' | 'contributor'): Promise<void>;
  page(person: Person, asked: Asked): Promise<SearchPage>;
  names(person: Person, asked: Asked): Promise<readonly string[]>;
}

export async function startSearchWorld(): Promise<SearchWorld> {
  const world = await startWorld();
  const { services } = world;
  const page = async (person: Person, asked: Asked): Promise<SearchPage> =>
    valueOf(await search(services, person, SearchQuery.parse(asked)));
  return {
    ...world,
    page,
    names: async (person, asked) => (await page(person, asked)).items.map(({ node }) => node.name),
    addFolder: async (owner, name, parentId = owner.rootId) => {
      const request = { parentId: NodeId.parse(parentId), name, ifExists: 'fail' } as const;
      return valueOf(await createFolder(services, owner.person, request)).id;
    },
    addFiles: async (owner, names, facts = {}) => {
      const now = services.clock.now();
      const nodes = names.map((name) => ({
        spaceId: owner.spaceId,
        parentId: facts.parentId ?? owner.rootId,
        id: services.newId(),
        kind: 'file' as const,
        name,
        nameKey: nameKey(name),
        nameSort: nameSort(name),
        versionId: services.newId(),
        sizeBytes: facts.sizeBytes ?? 1,
        mediaType: facts.mediaType ?? 'text/plain',
        modifiedAt: facts.modifiedAt ?? now,
        createdBy: facts.createdBy ?? owner.person.id,
        now,
      }));
      await inTransaction(services.db, async (tx) => await insertNodes(tx, nodes));
      return nodes.map((node) => node.id);
    },
    addMember: async (owner, person, role) => {
      await services.db
        .insertInto('member')
        .values({ space_id: owner.spaceId, user_id: person.id, role, created_at: services.clock.now() })
        .execute();
    },
  };
}

/** The name with its matches in brackets. */
export function marked({ node, ranges }: SearchHit): string {
  return ranges.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
    node.name,
  );
}
