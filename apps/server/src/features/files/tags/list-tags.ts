import {
  LIMITS,
  type MomentsPage,
  nameKey,
  type Person,
  SERVER_LIMITS,
  strongest,
  type TaggedQuery,
  type TagList,
  type TagsQuery,
} from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { listSpacesOf } from '../../spaces/index.ts';
import { listMoments } from '../find/list-moments.ts';
import type { FilesFailure } from '../model.ts';
import { onlyMadeBy } from '../policy.ts';
import { mayMakeTags, presentTag } from './present-tag.ts';
import { listTaggedNodes, listTagIdsByName } from './store/node-tags.ts';
import { countTagged, listTagRows } from './store/tags.ts';

/** Lists the tags of the person's spaces, and the person's own. For a space without a role, only the person's own. */
export async function listTags(
  { db }: Pick<Services, 'db'>,
  actor: Person,
  query: TagsQuery,
): Outcome<TagList, never> {
  const roles = new Map<string | null, ReturnType<typeof strongest>>(
    (await listSpacesOf(db, actor.id))
      .filter(({ id }) => query.space === undefined || id === query.space)
      .map(({ id, roles: held }) => [id, strongest(held)]),
  );
  const spaceIds = [...roles.keys()].flatMap((id) => (id === null ? [] : [id]));
  const rows = await listTagRows(db, { spaceIds, ownerId: actor.id, limit: SERVER_LIMITS.tagsListed });
  const role = query.space === undefined ? undefined : roles.get(query.space);
  const counts =
    query.space === undefined
      ? undefined
      : await countTagged(db, {
          tagIds: rows.map(({ id }) => id),
          madeBy: role === undefined ? undefined : onlyMadeBy(role, actor),
          max: LIMITS.tagCountedMax,
        });
  return ok({
    mayMake: mayMakeTags(role),
    items: rows.map((row) => {
      const held = roles.get(row.space_id);
      const mayChange = row.space_id === null || mayMakeTags(held);
      return presentTag(row, { mayChange, items: counts?.get(row.id) ?? null });
    }),
  });
}

/** Lists nodes with a tag. Leaves out trashed nodes, which keep their tags, and nodes that the person does not see. */
export async function listTagged(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  query: TaggedQuery,
): Outcome<MomentsPage, FilesFailure> {
  const tagIds = await listTagIdsByName(services.db, { nameKey: nameKey(query.name), userId: actor.id });
  return await listMoments(services, actor, {
    query,
    read: async (page) =>
      tagIds.length === 0 ? [] : await listTaggedNodes(services.db, { ...page, tagIds }),
  });
}
