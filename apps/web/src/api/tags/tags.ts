import type {
  CreateTagRequest,
  ListSelection,
  NodeId,
  SpaceId,
  Tag,
  TagItemsResult,
  TagList,
} from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { pagesQuery } from '../calls/pages-query.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';
import { nodeKeys } from '../nodes.ts';

/** Change events name no tag, so all visible tags are refetched. */
const TAGS = ['tags'];

/** Tagging twenty thousand items takes the server a while. */
const MANY_LIMIT_MS = 60_000;

/** The tags of one space and the person's own, or those of all spaces. */
export function tagsQuery(space: SpaceId | undefined) {
  return queryOptions({
    queryKey: [...TAGS, space ?? null],
    queryFn: ({ signal }): Promise<TagList> =>
      callOrThrow('listTags', { query: space === undefined ? {} : { space }, signal }),
  });
}

/** The key is below those of nodes, because every change of a node may change the list. */
export function taggedQuery(name: string) {
  return pagesQuery(
    [...nodeKeys.all, 'tagged', name],
    async (after, signal) =>
      await callOrThrow('listTagged', { query: after === undefined ? { name } : { name, after }, signal }),
  );
}

/** The newest version of a tag in any list. */
export function findTag(cache: QueryCache, tagId: string): Tag | undefined {
  return cache
    .getQueriesData<TagList>({ queryKey: TAGS })
    .flatMap(([, list]) => list?.items ?? [])
    .filter(({ id }) => id === tagId)
    .toSorted((one, other) => other.revision - one.revision)[0];
}

export async function createTag(
  cache: QueryCache,
  { idempotencyKey, ...body }: CreateTagRequest & { readonly idempotencyKey: string },
): Promise<Tag> {
  return await afterwards(cache, callOrThrow('createTag', { body, idempotencyKey }));
}

export async function changeTag(
  cache: QueryCache,
  { id: tagId, revision, name, color }: Pick<Tag, 'id' | 'revision' | 'name' | 'color'>,
): Promise<Tag> {
  return await afterwards(
    cache,
    callOrThrow('changeTag', { params: { tagId }, body: { name, color }, revision }),
  );
}

/** Merges the tag into `mergeInto`, which gets its items. */
export async function mergeTag(
  cache: QueryCache,
  { id: tagId, revision }: Pick<Tag, 'id' | 'revision'>,
  mergeInto: string,
): Promise<Tag> {
  return await afterwards(
    cache,
    callOrThrow('changeTag', { params: { tagId }, body: { mergeInto }, revision }),
  );
}

export async function deleteTag(cache: QueryCache, tagId: string): Promise<void> {
  await afterwards(cache, callOrThrow('deleteTag', { params: { tagId } }));
}

/** Tags or untags a selection. The caller invalidates the lists after its last call. */
export async function tagItems(
  tagId: string,
  selection: ListSelection,
  isOn: boolean,
): Promise<TagItemsResult> {
  const body = { selection, isOn };
  return await callOrThrow('tagItems', { params: { tagId }, body, timeLimitMs: MANY_LIMIT_MS });
}

export const itemsOf = (ids: readonly NodeId[]): ListSelection => ({ of: 'items', ids: [...ids] });

export async function invalidateTags(cache: QueryCache): Promise<void> {
  await Promise.all([invalidate(cache, TAGS), invalidate(cache, nodeKeys.all)]);
}

async function afterwards<T>(cache: QueryCache, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } finally {
    await invalidateTags(cache);
  }
}

/** URL of the page of a tag, whatever characters its name contains. */
export function hrefOfTag(name: string): string {
  return `/tags/${encodeURIComponent(name)}`;
}
