import type { NodeId } from '@coffer/contracts';
import { placeInto, type Placed } from '../../../api/node-changes.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import type { QueryCache } from '../../../api/calls/query-cache.ts';
import { announceJobs } from '../../../api/jobs/announced.ts';
import { dismissToast, showToast } from '../../../ui/feedback/toast-store.ts';
import { offerUndo } from '../actions/node-actions.ts';
import { placedMessage, showPlaceFailure, showRefused } from './place-messages.ts';
import { type Conflict, involvesFolder, type Mode, type PlaceInput, type Resolution } from './placing.ts';
import { text } from './texts.ts';

let readyToPaste: number | undefined;

/** Resolves to the items that are now in the target. Failures are shown. */
export async function placeNodes(cache: QueryCache, input: PlaceInput): Promise<readonly NodeId[]> {
  const placed: Placed[] = [];
  if (readyToPaste !== undefined) dismissToast(readyToPaste);
  try {
    placed.push(...(await placeAndAsk(cache, input)));
  } catch (cause) {
    showPlaceFailure(cause, input);
  }
  await invalidateTree(cache);
  return placed.map(({ node }) => node.id);
}

async function placeAndAsk(cache: QueryCache, input: PlaceInput): Promise<readonly Placed[]> {
  const { mode, nodes, target, ask } = input;
  const before = new Map(nodes.map((node) => [node.id, node]));
  const first = await whileSaying(mode, placeInto(mode, [...before.keys()], { target: target.id }));
  const conflicts = first.refused.flatMap(({ id, code, existing }) => {
    const node = before.get(id);
    return code !== 'name_taken' || node === undefined || existing === undefined ? [] : [{ node, existing }];
  });
  const refused = first.refused.filter(({ id }) => !conflicts.some(({ node }) => node.id === id));
  const placed = [...first.placed];
  const begunIds = [...first.begunIds];
  let { jobId } = first;
  if (conflicts.length > 0) {
    await invalidateTree(cache);
    const resolution = await ask(conflicts);
    const resolved = await whileSaying(mode, resolve({ mode, target, conflicts, resolution, joins: jobId }));
    jobId = resolved.jobId;
    begunIds.push(...resolved.begunIds);
    placed.push(...resolved.placed);
    refused.push(...resolved.refused);
  }
  if (begunIds.length > 0) announceJobs(begunIds);
  if (placed.length > 0) offerUndo(cache, placedMessage(input, placed), jobId);
  showRefused(
    input,
    refused.map(({ id, code }) => ({ code, node: before.get(id) })),
  );
  return placed;
}

export function sayHeld(mode: Mode, count: number): void {
  readyToPaste = showToast({ text: text(`place.${mode}.held`, { count }), key: 'held' });
}

const QUICK_MS = 700;

/** Copying many items takes a moment. */
async function whileSaying<T>(mode: Mode, work: Promise<T>): Promise<T> {
  if (mode === 'move') return await work;
  let toast: number | undefined;
  const timer = setTimeout(() => {
    toast = showToast({ text: text('move.copying') });
  }, QUICK_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (toast !== undefined) dismissToast(toast);
  }
}

type Outcome = Awaited<ReturnType<typeof placeInto>>;

interface Resolving extends Pick<PlaceInput, 'mode' | 'target'> {
  readonly conflicts: readonly Conflict[];
  readonly resolution: Resolution;
  readonly joins: string | undefined;
}

/** Folders are never replaced, so both are kept. */
async function resolve({ mode, target, conflicts, resolution, joins }: Resolving): Promise<Outcome> {
  if (resolution === 'skip') return { placed: [], refused: [], jobId: joins, begunIds: [] };
  const isReplaced = (conflict: Conflict): boolean => resolution === 'replace' && !involvesFolder(conflict);
  const place = async (
    chosen: readonly Conflict[],
    options: { readonly conflict: 'rename' | 'replace'; readonly joins: string | undefined },
  ): Promise<Outcome> =>
    await placeInto(
      mode,
      chosen.map(({ node }) => node.id),
      { target: target.id, ...options },
    );
  const replaced = await place(conflicts.filter(isReplaced), { conflict: 'replace', joins });
  const renamed = await place(
    conflicts.filter((conflict) => !isReplaced(conflict)),
    { conflict: 'rename', joins: replaced.jobId },
  );
  return {
    placed: [...replaced.placed, ...renamed.placed],
    refused: [...replaced.refused, ...renamed.refused],
    jobId: renamed.jobId,
    begunIds: [...replaced.begunIds, ...renamed.begunIds],
  };
}
