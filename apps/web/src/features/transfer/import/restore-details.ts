import { LIMITS } from '@coffer/contracts';
import { importCalls } from '../../../api/imports.ts';
import type { ImportJob } from './import-job.ts';
import { keyOf, type PlannedItem } from './plan-import.ts';
import type { ImportProblem } from './read-archive.ts';
import type { Existing, ExistingItem } from './read-existing.ts';
import { restoreTags } from './restore-tags.ts';

/** Restores labels, stars, tags, comments and the trash. Details that already exist are left unchanged. */
export async function restoreDetails(job: ImportJob, after: Existing): Promise<readonly ImportProblem[]> {
  const problems: ImportProblem[] = [];
  const untagged = await restoreTags(job, after);
  for (const item of job.plan.items) {
    const there = after.get(keyOf(item.path));
    if (there === undefined) continue;
    const isRestored = await restoreItem(job, item, there);
    if (!isRestored || untagged.has(there.id)) problems.push({ path: item.path.join('/'), code: 'details' });
  }
  const { trashFolder } = job.plan;
  const trash = trashFolder === undefined ? undefined : after.get(keyOf([trashFolder]));
  const isTrashed = trash === undefined || (await importCalls.trashNodes([trash.id], job.signal)).ok;
  if (!isTrashed) problems.push({ path: trashFolder ?? '', code: 'details' });
  return problems;
}

async function restoreItem(job: ImportJob, item: PlannedItem, there: ExistingItem): Promise<boolean> {
  const { signal } = job;
  const isLabelled = await restoreLabels(job, item, there);
  const starred = item.isStarred ? await importCalls.addStar(there.id, signal) : undefined;
  const isCommented = item.comments.length === 0 || (await restoreComments(job, item, there));
  return isLabelled && starred?.ok !== false && isCommented;
}

async function restoreLabels(
  { signal }: ImportJob,
  item: PlannedItem,
  there: ExistingItem,
): Promise<boolean> {
  const labelled = item.contents.filter(({ label }) => label !== undefined);
  if (labelled.length === 0) return true;
  const versions = await there.versions();
  let isWhole = true;
  for (const { label = '', sha256, source } of labelled) {
    const version = versions.findLast(
      (each) => each.sizeBytes === source.sizeBytes && (each.sha256 === undefined || each.sha256 === sha256),
    );
    const done =
      version === undefined
        ? undefined
        : await importCalls.labelVersion({ nodeId: there.id, versionId: version.id }, label, signal);
    isWhole &&= done?.ok === true;
  }
  return isWhole;
}

async function restoreComments(
  { signal, textOfComment }: ImportJob,
  { comments }: PlannedItem,
  { id }: ExistingItem,
): Promise<boolean> {
  const listed = await importCalls.listComments(id, signal);
  if (!listed.ok) return false;
  const there = new Set(listed.value.items.map(({ text }) => text));
  let isWhole = true;
  for (const comment of comments) {
    const text = textOfComment(comment);
    // The longest comments leave no room for the name of their author.
    const written = text.length > LIMITS.commentLengthMax ? comment.text : text;
    if (there.has(written)) continue;
    const { ok: isCreated } = await importCalls.createComment(id, written, signal);
    isWhole &&= isCreated;
  }
  return isWhole;
}
