import {
  type ChangedNode,
  type MoveRequest,
  type MoveResult,
  type NameDecision,
  type NodeId,
  type OperationInput,
  type OperationResponse,
} from '@coffer/contracts';
import { callOrThrow } from './calls/client.ts';
import { announceEnd, awaitEnd } from './jobs/announced.ts';

export function renameTo(nodeId: NodeId, revision: number, name: string): Promise<ChangedNode> {
  return callOrThrow('renameNode', { params: { nodeId }, revision, body: { name } });
}

/** Takes at most `LIMITS.batchMax` items; more need a job. */
export async function moveToTrash(ids: readonly NodeId[]): Promise<OperationResponse<'trashNodes'>> {
  return await awaitEnd(async () => {
    const answer = await callOrThrow('trashNodes', { body: { ids: [...ids] } });
    if (answer.jobId !== undefined) announceEnd(answer.jobId, 'done');
    return answer;
  });
}

const PLACES = {
  move: (body: OperationInput<'moveNodes', 'body'>) => callOrThrow('moveNodes', { body }),
  copy: (body: OperationInput<'copyNodes', 'body'>) =>
    callOrThrow('copyNodes', { body, timeLimitMs: COPY_TIME_LIMIT_MS }),
};

/** One call may copy thousands of items. */
const COPY_TIME_LIMIT_MS = 120_000;

type PlaceItem = MoveResult['items'][number];
/** For a copy, `id` is that of the original. */
export type Placed = Extract<PlaceItem, { readonly ok: true }>;
type NotPlaced = Extract<PlaceItem, { readonly ok: false }>;

interface PlaceOptions {
  readonly target: NodeId;
  readonly conflict: MoveRequest['conflict'];
  readonly decisions?: readonly NameDecision[];
}

interface PlaceResult {
  readonly placed: readonly Placed[];
  readonly refused: readonly NotPlaced[];
  /** The job that undoes everything this call did. */
  readonly jobId: string | undefined;
  /** Jobs that continue after the response. */
  readonly begunIds: readonly string[];
  /** Whether nothing was changed because names have to be decided; `refused` holds those names. */
  readonly isAsked: boolean;
}

/** Takes at most `LIMITS.batchMax` items; more need a job. A refused item does not stop the rest. */
export async function placeInto(
  mode: keyof typeof PLACES,
  ids: readonly NodeId[],
  { target, conflict, decisions = [] }: PlaceOptions,
): Promise<PlaceResult> {
  const { items, jobId, isUnfinished, isAsked } = await awaitEnd(async () => {
    const body = { ids: [...ids], parentId: target, conflict, decisions: [...decisions] };
    const answer = await PLACES[mode](body);
    if (answer.isUnfinished !== true && answer.jobId !== undefined) announceEnd(answer.jobId, 'done');
    return answer;
  });
  const placed = items.filter((item) => item.ok);
  const refused = items.filter((item) => !item.ok);
  const answered = { placed, refused, isAsked: isAsked === true };
  return isUnfinished === true && jobId !== undefined
    ? { ...answered, jobId: undefined, begunIds: [jobId] }
    : { ...answered, jobId, begunIds: [] };
}

export function createFolder(parentId: NodeId, name: string): Promise<ChangedNode> {
  return callOrThrow('createFolder', { body: { parentId, name } });
}
