import { useEffect, useRef, useState } from 'react';
import { ensure, type QueryCache } from '../../../../api/calls/query-cache.ts';
import { useQueryCache } from '../../../../api/calls/use-query.ts';
import { versionsQuery } from '../../../../api/details/versions-query.ts';
import { nodeQuery } from '../../../../api/nodes.ts';
import type { Transfer } from '../../model/machine.ts';
import type { TransferEngine } from '../../model/transfer-engine.ts';
import { COMPARED_BYTES_MAX, hasSha256 } from './same-content.ts';

const COMPARED_MAX = 200;
/** The visible files, which are marked before the others are read. */
const FIRST = 20;
const AT_ONCE = 4;
/** Limit for all files together, because disks may be slow. */
const BYTES_MAX = 20 * COMPARED_BYTES_MAX;

/**
 * Ids of transfers whose content equals that of the existing file. Changes at most twice, so that the list does not
 * jump.
 */
export function useSameContent(transfers: readonly Transfer[], engine: TransferEngine): ReadonlySet<string> {
  const cache = useQueryCache();
  const [same, setSame] = useState<ReadonlySet<string>>(new Set());
  const known = useRef(new Map<string, boolean>());
  const ids = transfers.map(({ id }) => id).join(' ');
  useEffect(() => {
    let isCancelled = false;
    const compare = async (): Promise<void> => {
      const asked = ids.split(' ').slice(0, COMPARED_MAX);
      let bytes = 0;
      for (let at = 0; at < asked.length; at += AT_ONCE) {
        if (isCancelled || bytes > BYTES_MAX) break;
        if (at === FIRST) publish(asked);
        const jobs = asked.slice(at, at + AT_ONCE).flatMap((id) => engine.jobs.get(id) ?? []);
        const sizes = jobs.map(({ transfer }) => transfer.sizeBytes);
        bytes += sizes.reduce((sum, size) => (size > COMPARED_BYTES_MAX ? sum : sum + size), 0);
        await Promise.all(jobs.map(compareOne));
      }
      publish(asked);
    };
    const compareOne = async (job: Job): Promise<void> => {
      if (known.current.has(job.transfer.id)) return;
      // A file that cannot be compared counts as different.
      const [compared] = await Promise.allSettled([isSame(cache, job)]);
      known.current.set(job.transfer.id, compared.status === 'fulfilled' && compared.value);
    };
    const publish = (asked: readonly string[]): void => {
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
  // A file that is damaged in the store is uploaded again on purpose.
  if (existing.kind !== 'file' || existing.isDamaged === true) return false;
  if (existing.sizeBytes !== sizeBytes) return false;
  const { items } = await ensure(cache, versionsQuery(existing), { isFresh: true });
  const sha256 = items.find(({ isCurrent }) => isCurrent)?.contentSha256 ?? undefined;
  const file = sha256 === undefined ? undefined : await openFile?.();
  return sha256 !== undefined && file?.size === sizeBytes && (await hasSha256(file, sha256));
}
