import type {
  CommentPage,
  CreateTagRequest,
  NodeId,
  OperationResponse,
  SpaceId,
  Tag,
  TagItemsResult,
  TagList,
  VersionId,
} from '@coffer/contracts';
import { type ExportQuery, LIMITS } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import { isTemporary } from '../lib/retry/call-failure.ts';
import { sleep } from '../lib/waiting.ts';
import { call } from './calls/client.ts';
import type { ApiError } from './calls/error.ts';

const TRIES_MAX = 30;
const PAUSE_MS = 4_000;

/** The calls of an import in addition to its uploads. They retry while the server is unavailable or limits the rate. */
export const importCalls = {
  listExport: (spaceId: SpaceId, after: string | undefined, signal: AbortSignal) => {
    const chosen = {
      versions: 'yes',
      trash: 'no',
      limit: String(LIMITS.pageSizeMax),
    } as const satisfies Partial<Record<keyof ExportQuery, string>>;
    const query = after === undefined ? chosen : { ...chosen, after };
    return retryTemporary(signal, () => call('listExport', { params: { spaceId }, query, signal }));
  },
  listTree: (body: { ids: NodeId[]; after?: string | undefined }, signal: AbortSignal) => {
    const { ids, after } = body;
    return retryTemporary(signal, () =>
      call('listTree', { body: after === undefined ? { ids } : { ids, after }, signal }),
    );
  },
  listVersions: (
    nodeId: NodeId,
    after: string | undefined,
    signal: AbortSignal,
  ): Answer<OperationResponse<'listVersions'>> => {
    const limit = String(LIMITS.pageSizeMax);
    const query = after === undefined ? { limit } : { limit, after };
    return retryTemporary(signal, () => call('listVersions', { params: { nodeId }, query, signal }));
  },
  labelVersion: (params: { nodeId: NodeId; versionId: VersionId }, label: string, signal: AbortSignal) =>
    retryTemporary(signal, () => call('labelVersion', { params, body: { label }, signal })),
  addStar: (nodeId: NodeId, signal: AbortSignal) =>
    retryTemporary(signal, () => call('addStar', { params: { nodeId }, signal })),
  listTags: (spaceId: SpaceId, signal: AbortSignal): Answer<TagList> =>
    retryTemporary(signal, () => call('listTags', { query: { space: spaceId }, signal })),
  createTag: (body: CreateTagRequest, signal: AbortSignal): Answer<Tag> => {
    const idempotencyKey = crypto.randomUUID();
    return retryTemporary(signal, () => call('createTag', { body, idempotencyKey, signal }));
  },
  tagNodes: (tagId: string, ids: NodeId[], signal: AbortSignal): Answer<TagItemsResult> => {
    const body = { selection: { of: 'items', ids } as const, isOn: true };
    return retryTemporary(signal, () => call('tagItems', { params: { tagId }, body, signal }));
  },
  listComments: (nodeId: NodeId, signal: AbortSignal): Answer<CommentPage> => {
    const query = { limit: String(LIMITS.pageSizeMax) };
    return retryTemporary(signal, () => call('listComments', { params: { nodeId }, query, signal }));
  },
  createComment: (nodeId: NodeId, text: string, signal: AbortSignal) => {
    const idempotencyKey = crypto.randomUUID();
    return retryTemporary(signal, () =>
      call('createComment', { params: { nodeId }, body: { text }, idempotencyKey, signal }),
    );
  },
  trashNodes: (ids: NodeId[], signal: AbortSignal) =>
    retryTemporary(signal, () => call('trashNodes', { body: { ids }, signal })),
};

type Answer<T> = Promise<Result<T, ApiError>>;

async function retryTemporary<T>(signal: AbortSignal, ask: () => Answer<T>): Answer<T> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.ok || !isTemporary(answer.error) || tries >= TRIES_MAX) return answer;
    await sleep(answer.error.retryAfterMs ?? PAUSE_MS, signal);
  }
}
