import { LIMITS, type NodeId, nameKey } from '@coffer/contracts';
import { importCalls } from '../../../api/imports.ts';
import type { ImportJob } from './import-job.ts';
import { keyOf } from './plan-import.ts';
import type { Existing } from './read-existing.ts';
import type { ExportedTag } from './read-metadata.ts';

/** Tags of a space belong to that space here, and one's own to the person who imports. The items that lack one. */
export async function restoreTags(job: ImportJob, after: Existing): Promise<ReadonlySet<NodeId>> {
  const wanted = wantedTags(job, after);
  if (wanted.length === 0) return new Set();
  const lacking = new Set<NodeId>();
  for (const { tag, ids } of wanted) {
    const tagId = await findOrCreate(job, tag);
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
      const key = `${tag.isPersonal} ${nameKey(tag.name)}`;
      const known = wanted.get(key);
      if (known === undefined) wanted.set(key, { tag, ids: [there.id] });
      else known.ids.push(there.id);
    }
  }
  return [...wanted.values()];
}

/** Undefined where the person may not make tags, or there are too many. */
async function findOrCreate(
  { place, signal }: ImportJob,
  { name, color, isPersonal }: ExportedTag,
): Promise<string | undefined> {
  const listed = await importCalls.listTags(place.spaceId, signal);
  const known = listed.ok
    ? listed.value.items.find(
        (tag) => (tag.spaceId === null) === isPersonal && nameKey(tag.name) === nameKey(name),
      )
    : undefined;
  if (known !== undefined) return known.id;
  const created = await importCalls.createTag(
    { spaceId: isPersonal ? null : place.spaceId, name, color },
    signal,
  );
  return created.ok ? created.value.id : undefined;
}
