import { LIMITS, type NodeId, type NodeView, type RowFacts } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys } from '../nodes.ts';

/** Batches the rows of one screen into one call. */
const COLLECT_MS = 20;

interface Waiting {
  readonly id: NodeId;
  readonly resolve: (facts: RowFacts | null) => void;
  readonly reject: (cause: unknown) => void;
}

let waiting: Waiting[] = [];

/**
 * Null for nodes that are no longer visible. Cached below the key of the details, because the same changes make both
 * stale.
 */
export function rowFactsQuery({ id, parentId }: Pick<NodeView, 'id' | 'parentId'>) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'details', id, parentId, 'row'] as const,
    queryFn: async () =>
      await new Promise<RowFacts | null>((resolve, reject) => {
        if (waiting.length === 0) setTimeout(askForAll, COLLECT_MS);
        waiting.push({ id, resolve, reject });
      }),
  });
}

function askForAll(): void {
  const all = waiting;
  waiting = [];
  for (let at = 0; at < all.length; at += LIMITS.batchMax) void ask(all.slice(at, at + LIMITS.batchMax));
}

async function ask(rows: readonly Waiting[]): Promise<void> {
  try {
    const { items } = await callOrThrow('listRowFacts', { body: { ids: rows.map(({ id }) => id) } });
    const facts = new Map(items.map((item) => [item.id, item]));
    for (const { id, resolve } of rows) resolve(facts.get(id) ?? null);
  } catch (error) {
    for (const { reject } of rows) reject(error);
  }
}
