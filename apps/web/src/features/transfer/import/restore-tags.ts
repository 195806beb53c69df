import { LIMITS, type NodeId, nameKey } from '@coffer/contracts';
import { importCalls } from '../../../api/imports.ts';
import type { ImportJob } from './import-job.ts';
import { keyOf } from './plan-import.ts';
import type { Existing } from './read-existing.ts';
import type { ExportedTag } from './read-metadata.ts';

/**
 * Tags of the exported space become tags of this space, and personal tags those of the importer. Resolves to the items
 * that lack a tag.
 */
export async function restoreTags(job: ImportJob, after: Existing): Promise<ReadonlySet<NodeId>> {
  const wanted = wantedTags(job, after);
  if (wanted.length === 0) return new Set();
  const lacking = new Set<NodeId>();
  const tags = await readTags(job);
  for (const { tag, ids } of wanted) {
    const tagId = tags.ids.get(keyOfTag(tag)) ?? (await create(job, tag, tags));
    for (let at = 0; at < ids.length; at += LIMITS.batchMax) {
      const batch = ids.slice(at, at + LIMITS.batchMax);
      const put = tagId === undefined ? undefined : await importCalls.tagNodes(tagId, batch, job.signal);
      const refused = put?.ok === true ? put.value.refused.map(({ id }) => id) : batch;
      for (const id of refused) lacking.add(id);
    }
  }
  return lacking;
}

interface Wanted {
  readonly tag: ExportedTag;
  readonly ids: NodeId[];
}

function wantedTags({ plan }: ImportJob, after: Existing): readonly Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const { path, tags } of plan.items) {
    const there = after.get(keyOf(path));
    if (there === undefined) continue;
    for (const tag of tags) {
      const key = keyOfTag(tag);
      const known = wanted.get(key);
      if (known === undefined) wanted.set(key, { tag, ids: [there.id] });
      else known.ids.push(there.id);
    }
  }
  return [...wanted.values()];
}

const keyOfTag = ({ name, isPersonal }: Pick<ExportedTag, 'name' | 'isPersonal'>): string =>
  `${isPersonal} ${nameKey(name)}`;

interface Tags {
  readonly ids: ReadonlyMap<string, string>;
  /** Contains true if no more personal tags can be created, and false if no more tags of the space can. */
  readonly ended: Set<boolean>;
}

async function readTags({ place, signal }: ImportJob): Promise<Tags> {
  const listed = await importCalls.listTags(place.spaceId, signal);
  const items = listed.ok ? listed.value.items : [];
  const keys = items.map(
    ({ id, name, spaceId }) => [keyOfTag({ name, isPersonal: spaceId === null }), id] as const,
  );
  return { ids: new Map(keys), ended: new Set() };
}

/** Resolves to undefined if the tag cannot be created: it is not allowed, there are too many, or the call failed. */
async function create(
  { place, signal }: ImportJob,
  { name, color, isPersonal }: ExportedTag,
  { ended }: Tags,
): Promise<string | undefined> {
  if (ended.has(isPersonal)) return undefined;
  const wanted = { spaceId: isPersonal ? null : place.spaceId, name, color };
  const created = await importCalls.createTag(wanted, signal);
  if (created.ok) return created.value.id;
  if (['limit_reached', 'not_allowed'].includes(created.error.code)) ended.add(isPersonal);
  return undefined;
}
