import { LIMITS } from '@coffer/contracts';

export function isNearlyFull(takenBytes: number, quotaBytes: number): boolean {
  return takenBytes * 100 >= quotaBytes * LIMITS.nearlyFullPercent;
}
