import type { NameDecision, NodeId, NodeView } from '@coffer/contracts';
import { placeInto, type Placed } from '../../../api/node-changes.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import type { QueryCache } from '../../../api/calls/query-cache.ts';
import { announceJobs } from '../../../api/jobs/announced.ts';
import { dismissToast, showToast } from '../../../ui/feedback/toast-store.ts';
import { offerUndo } from '../actions/node-actions.ts';
import { askNames } from './ask-names.tsx';
import { placedMessage, showPlaceFailure, showRefused } from './place-messages.ts';
import type { Conflict } from './names/decide.ts';
import type { Mode, PlaceInput } from './placing.ts';
import { text } from './texts.ts';

let readyToPaste: number | undefined;

/** Resolves to the items that are now in the target. Shows failures. */
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
  const { nodes, onBegun } = input;
  const before = new Map(nodes.map((node) => [node.id, node]));
  const answer = await askAll(cache, input, before);
  if (answer === undefined) return [];
  const { placed, refused, jobId, begunIds } = answer;
  if (begunIds.length > 0) announceJobs(begunIds);
  if (isHereAlready(input, answer)) {
    showToast({ text: text('move.reason.here', { count: placed.length }), key: 'here' });
  } else if (placed.length + begunIds.length > 0) {
    onBegun();
    if (placed.length > 0) offerUndo(cache, placedMessage(input, placed), jobId);
  }
  showRefused(
    input,
    refused.map(({ id, code }) => ({ code, node: before.get(id) })),
  );
  return placed;
}

/** Whether the move changed nothing, because the items are already there. Cut items then stay cut. */
function isHereAlready({ mode }: PlaceInput, { placed, jobId, begunIds }: Outcome): boolean {
  const isUnchanged = mode === 'move' && jobId === undefined && begunIds.length === 0;
  return isUnchanged && placed.length > 0 && placed.every(({ merged }) => merged === undefined);
}

/**
 * Asks until every name is decided, because others may take names meanwhile. Resolves to undefined if nothing is to be
 * done.
 */
async function askAll(
  cache: QueryCache,
  { mode, target }: PlaceInput,
  nodes: ReadonlyMap<NodeId, NodeView>,
): Promise<Outcome | undefined> {
  const decided = new Map<NodeId, NameDecision>();
  for (;;) {
    const ids = [...nodes.keys()].filter((id) => decided.get(id)?.conflict !== 'skip');
    if (ids.length === 0) return undefined;
    const options = { target: target.id, conflict: 'ask', decisions: [...decided.values()] } as const;
    const answer = await whileSaying(mode, placeInto(mode, ids, options));
    if (!answer.isAsked) return answer;
    // Refetches the lists behind the dialog, so that both show the same.
    void invalidateTree(cache);
    const decisions = await askNames({ mode, target }, conflictsOf(answer, nodes));
    if (decisions === undefined) return undefined;
    for (const decision of decisions) decided.set(decision.id, decision);
  }
}

function conflictsOf({ refused }: Outcome, nodes: ReadonlyMap<NodeId, NodeView>): readonly Conflict[] {
  return refused.flatMap(({ id, code, existing, mayReplace = false, merge }) => {
    const node = nodes.get(id);
    if (node === undefined || existing === undefined) return [];
    return [{ node, existing, mayReplace, merge, isChanged: code === 'changed_since' }];
  });
}

export function sayHeld(mode: Mode, count: number): void {
  readyToPaste = showToast({ text: text(`place.${mode}.held`, { count }), key: 'held' });
}

const QUICK_MS = 700;

/**
 * Shows a toast if the work takes more than a moment, because of many items or of what is inside folders with taken
 * names.
 */
async function whileSaying<T>(mode: Mode, work: Promise<T>): Promise<T> {
  let toast: number | undefined;
  const timer = setTimeout(() => {
    toast = showToast({ text: text(`place.${mode}.working`) });
  }, QUICK_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (toast !== undefined) dismissToast(toast);
  }
}

type Outcome = Awaited<ReturnType<typeof placeInto>>;
