import { DAY_MS } from '@coffer/kit';
import type { LifecycleRule, UploadRecord } from './records.ts';

export interface AbortRule {
  readonly id: string;
  readonly abortAtMs: number;
}

/**
 * Amazon counts from the start of the upload and rounds up to the next midnight UTC.
 * @see
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/intro-lifecycle-rules.html#intro-lifecycle-rules-number-of-days
 */
export function abortRuleFor(
  rules: readonly LifecycleRule[],
  upload: Pick<UploadRecord, 'key' | 'startedAt'>,
): AbortRule | undefined {
  const startedAtMs = Date.parse(upload.startedAt);
  let first: AbortRule | undefined;
  for (const rule of rules) {
    if (!rule.isEnabled || !upload.key.startsWith(rule.prefix)) continue;
    const abortAtMs = Math.ceil((startedAtMs + rule.abortUploadsAfterDays * DAY_MS) / DAY_MS) * DAY_MS;
    if (first === undefined || abortAtMs < first.abortAtMs) first = { id: rule.id, abortAtMs };
  }
  return first;
}
