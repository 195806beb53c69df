import { SERVER_LIMITS } from '@coffer/contracts';
import { openBucketSource } from '../../platform/blobs/source/bucket-source.ts';
import { createAddressGuard } from '../../platform/network/address-guard.ts';
import type { BucketSources } from './needs.ts';

/** `networks` may be called even though they are not public. */
export function createBucketSources(networks: readonly string[]): BucketSources {
  const guard = createAddressGuard({ allowed: networks });
  const limits = {
    answerMs: SERVER_LIMITS.bucketAnswerMs,
    idleMs: SERVER_LIMITS.bucketIdleMs,
    socketsMax: SERVER_LIMITS.bucketReadsAtOnce + 2,
  };
  return {
    refusalOf: guard.refusalOf,
    open: (address) => openBucketSource(address, { guard, ...limits }),
  };
}
