import { useEffect, useRef, useState } from 'react';
import { ensure, type QueryCache } from '../../../../api/calls/query-cache.ts';
import { useQueryCache } from '../../../../api/calls/use-query.ts';
import { versionsQuery } from '../../../../api/details/versions-query.ts';
import { nodeQuery } from '../../../../api/nodes.ts';
import type { Transfer } from '../../model/machine.ts';
import type { TransferEngine } from '../../model/transfer-engine.ts';
import { COMPARED_BYTES_MAX, hasSha256 } from './same-content.ts';

/** The ids of those whose file has the content that is there already. Empty until all are read, so that nothing jumps. */
export function useSameContent(transfers: readonly Transfer[], engine: TransferEngine): ReadonlySet<string> {
  const cache = useQueryCache();
  const [same, setSame] = useState<ReadonlySet<string>>(new Set());
  const known = useRef(new Map<string, boolean>());
  const ids = transfers.map(({ id }) => id).join(' ');
  useEffect(() => {
    let isCancelled = false;
    const compare = async (): Promise<void> => {
      const asked = ids.split(' ');
      for (const id of asked) {
        const job = engine.jobs.get(id);
        if (isCancelled) return;
        if (job === undefined || known.current.has(id)) continue;
        // What can't be compared counts as different.
        const [compared] = await Promise.allSettled([isSame(cache, job)]);
        known.current.set(id, compared.status === 'fulfilled' && compared.value);
      }
      if (!isCancelled) setSame(new Set(asked.filter((id) => known.current.get(id))));
    };
    void compare();
    return () => {
      isCancelled = true;
    };
  }, [ids, engine, cache]);
  return same;
}

type Job = NonNullable<ReturnType<TransferEngine['jobs']['get']>>;

async function isSame(cache: QueryCache, { transfer, openFile }: Job): Promise<boolean> {
  const { existingId, sizeBytes } = transfer;
  if (existingId === undefined || sizeBytes > COMPARED_BYTES_MAX) return false;
  const existing = await ensure(cache, nodeQuery(existingId));
  // What is damaged in storage is uploaded again on purpose.
  if (existing.kind !== 'file' || existing.isDamaged === true) return false;
  if (existing.sizeBytes !== sizeBytes) return false;
  const { items } = await ensure(cache, versionsQuery(existing), { isFresh: true });
  const sha256 = items.find(({ isCurrent }) => isCurrent)?.contentSha256 ?? undefined;
  const file = sha256 === undefined ? undefined : await openFile?.();
  return sha256 !== undefined && file?.size === sizeBytes && (await hasSha256(file, sha256));
}
