import { LIMITS } from '@coffer/contracts';
import { bytesOf as bytesOfSize, type TypedSize } from '../../lib/sizes/typed-size.ts';

/** Undefined if it is not a number, or out of bounds. */
export function bytesOf(typed: TypedSize): number | undefined {
  const bytes = bytesOfSize(typed);
  return bytes === undefined || bytes < LIMITS.quotaMinBytes ? undefined : bytes;
}
