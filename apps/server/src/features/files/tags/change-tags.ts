import {
  type ChangeTagRequest,
  type CreateTagRequest,
  nameKey,
  type Person,
  SERVER_LIMITS,
  type Tag,
} from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { type MaybeOnce, onceInTransaction } from '../../../platform/db/once.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { lockSpace, roleIn } from '../../spaces/index.ts';
import { mayMakeTags, presentTag } from './present-tag.ts';
import { putInsteadOf } from './store/node-tags.ts';
import {
  countTags,
  deleteTagRow,
  findTagByKey,
  findTagRow,
  insertTag,
  lockPlace,
  lockTagRow,
  type TagPlace,
  type TagRow,
  updateTag,
} from './store/tags.ts';

/** Creates a tag of a space, which requires the role to change its files, or a tag of one's own. */
export async function createTag(
  services: Pick<Services, 'db' | 'clock' | 'newId'> & MaybeOnce,
  actor: Person,
  { spaceId, name, color }: CreateTagRequest,
): Outcome<Tag, Failure> {
  const place = { space_id: spaceId, owner_id: spaceId === null ? actor.id : null };
  return await onceInTransaction(
    { ...services, spaceId: spaceId ?? undefined },
    async (tx): Outcome<Tag, Failure> => {
      const allowed = await mayMakeIn(tx, actor, place);
      if (!allowed.ok) return allowed;
      if ((await countTags(tx, place)) >= SERVER_LIMITS.tagsPerSpaceMax) {
        return err({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.tagsPerSpaceMax } });
      }
      const id = services.newId();
      const key = nameKey(name);
      const row = { id, ...place, name, name_key: key, color };
      if (!(await insertTag(tx, { ...row, now: services.clock.now() }))) return err(await taken(tx, row));
      return ok(presentTag({ ...row, revision: 1 }, { mayChange: true }));
    },
  );
}

interface Named {
  readonly tagId: string;
}

export async function changeTag(
  services: Pick<Services, 'db'>,
  actor: Person,
  change: Named & ChangeTagRequest & { readonly revision: number | undefined },
): Outcome<Tag, Failure> {
  const { tagId, name, color, mergeInto, revision } = change;
  return await inTransaction(services.db, async (tx): Outcome<Tag, Failure> => {
    const changing = await lockTag(tx, actor, tagId);
    if (!changing.ok) return changing;
    const row = changing.value;
    if (revision === undefined) return err({ code: 'revision_required' });
    if (row.revision !== revision) {
      return err({ code: 'revision_conflict', facts: { current_revision: row.revision } });
    }
    if (mergeInto !== undefined && mergeInto !== row.id) return await mergeTags(tx, row, mergeInto);
    const changed = {
      ...row,
      name: name ?? row.name,
      name_key: nameKey(name ?? row.name),
      color: color ?? row.color,
    };
    const twin = await findTagByKey(tx, row, changed.name_key);
    if (twin !== undefined && twin.id !== row.id) return err(await taken(tx, changed));
    if (changed.name !== row.name || changed.color !== row.color) {
      await updateTag(tx, {
        id: row.id,
        name: changed.name,
        name_key: changed.name_key,
        color: changed.color,
      });
    }
    const after = defined(await findTagRow(tx, tagId), 'the locked tag was not found');
    return ok(presentTag(after, { mayChange: true }));
  });
}

/** Merges a tag into another one of the same space or person. Any other tag counts as not found. */
async function mergeTags(tx: Tx, row: TagRow, mergeInto: string): Outcome<Tag, Failure> {
  const into = await lockTagRow(tx, mergeInto, 'update');
  if (into === undefined || into.space_id !== row.space_id || into.owner_id !== row.owner_id) {
    return err({ code: 'tag_not_found' });
  }
  await putInsteadOf(tx, { tagId: into.id, fromId: row.id });
  await deleteTagRow(tx, row.id);
  return ok(presentTag(into, { mayChange: true }));
}

/** Deletes a tag, which removes it from all items. A tag that no longer exists counts as deleted. */
export async function deleteTag(
  services: Pick<Services, 'db'>,
  actor: Person,
  { tagId }: Named,
): Outcome<undefined, Failure> {
  return await inTransaction(services.db, async (tx): Outcome<undefined, Failure> => {
    const changing = await lockTag(tx, actor, tagId);
    if (changing.ok) await deleteTagRow(tx, tagId);
    else if (changing.error.code !== 'tag_not_found') return changing;
    return ok(undefined);
  });
}

/** Locks a tag for a change. Locks the space first, in the same order as everything that adds tags to items. */
async function lockTag(tx: Tx, actor: Person, tagId: string): Promise<Result<TagRow, Failure>> {
  const found = await findTagRow(tx, tagId);
  if (found === undefined) return err({ code: 'tag_not_found' });
  const allowed = await mayMakeIn(tx, actor, found);
  if (!allowed.ok) return allowed;
  const row = await lockTagRow(tx, tagId, 'update');
  return row === undefined ? err({ code: 'tag_not_found' }) : ok(row);
}

/** Whether the person may create and change tags here. Spaces and tags of other people count as not found. */
async function mayMakeIn(tx: Tx, actor: Person, place: TagPlace): Promise<Result<undefined, Failure>> {
  if (place.space_id === null) {
    if (place.owner_id !== actor.id) return err({ code: 'tag_not_found' });
    await lockPlace(tx, place);
    return ok(undefined);
  }
  const space = await lockSpace(tx, place.space_id);
  const role = space === undefined ? undefined : await roleIn(tx, space.id, actor.id);
  if (role === undefined) return err({ code: 'tag_not_found' });
  return mayMakeTags(role) ? ok(undefined) : err({ code: 'not_allowed', facts: { needed_role: 'editor' } });
}

async function taken(tx: Tx, row: TagPlace & Pick<TagRow, 'name_key'>): Promise<Failure> {
  const twin = defined(await findTagByKey(tx, row, row.name_key), 'the tag that has the name was not found');
  return { code: 'tag_name_taken', facts: { existing_id: twin.id } };
}
