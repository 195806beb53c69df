import { RETENTION_KEYS, type RetentionKey, type SpaceRetention } from '@coffer/contracts';
import type { RetentionChange, RetentionValues } from '../../api/spaces/retention.ts';
import { asciiDigits } from '../../lib/language/digits.ts';

interface DraftValue {
  readonly isOwn: boolean;
  readonly typed: string;
}

/** What the person has chosen and typed, for each value. */
export type Draft = Readonly<Record<RetentionKey, DraftValue>>;

export function draftOf({ own, installation }: SpaceRetention): Draft {
  const valueOf = (key: RetentionKey): DraftValue => ({
    isOwn: own[key] !== null,
    typed: String(own[key] ?? installation[key]),
  });
  return {
    trashDays: valueOf('trashDays'),
    versionsKept: valueOf('versionsKept'),
    versionDays: valueOf('versionDays'),
  };
}

/** The draft after somebody else's change: what the person has not touched follows it. */
export function rebased(draft: Draft, seen: SpaceRetention, now: SpaceRetention): Draft {
  const [before, after] = [draftOf(seen), draftOf(now)];
  const valueOf = (key: RetentionKey): DraftValue => {
    const isTouched = draft[key].isOwn !== before[key].isOwn || draft[key].typed !== before[key].typed;
    return isTouched ? draft[key] : after[key];
  };
  return {
    trashDays: valueOf('trashDays'),
    versionsKept: valueOf('versionsKept'),
    versionDays: valueOf('versionDays'),
  };
}

/** The typed number. Undefined if it is none, or outside of what may be chosen; a value that stays is never outside. */
export function numberIn(
  draft: Draft,
  key: RetentionKey,
  { bounds, own }: SpaceRetention,
): number | undefined {
  const digits = draft[key].typed.trim();
  if (!/^\p{Nd}{1,9}$/u.test(digits)) return undefined;
  const value = Number(asciiDigits(digits));
  const { min, max } = bounds[key];
  return value === own[key] || (value >= min && value <= max) ? value : undefined;
}

/** The values that would hold. Undefined while a typed one is wrong. */
export function valuesOf(draft: Draft, seen: SpaceRetention): RetentionValues | undefined {
  const valueOf = (key: RetentionKey) =>
    draft[key].isOwn ? numberIn(draft, key, seen) : seen.installation[key];
  const [trashDays, versionsKept, versionDays] = RETENTION_KEYS.map(valueOf);
  if (trashDays === undefined || versionsKept === undefined || versionDays === undefined) return undefined;
  return { trashDays, versionsKept, versionDays };
}

export function currentValues({ own, installation }: SpaceRetention): RetentionValues {
  return {
    trashDays: own.trashDays ?? installation.trashDays,
    versionsKept: own.versionsKept ?? installation.versionsKept,
    versionDays: own.versionDays ?? installation.versionDays,
  };
}

/** Which of both becomes shorter. Only these can delete anything. */
export function shortened(values: RetentionValues, seen: SpaceRetention) {
  const current = currentValues(seen);
  return {
    trash: values.trashDays < current.trashDays,
    versions: values.versionsKept < current.versionsKept || values.versionDays < current.versionDays,
  };
}

/** The values that differ from what the space has, and those that they replace. */
export function changeOf(draft: Draft, seen: SpaceRetention) {
  const change: RetentionChange = {};
  const before: RetentionChange = {};
  for (const key of RETENTION_KEYS) {
    const value = draft[key].isOwn ? (numberIn(draft, key, seen) ?? null) : null;
    if (value === seen.own[key]) continue;
    change[key] = value;
    before[key] = seen.own[key];
  }
  return { change, before, isEmpty: Object.keys(change).length === 0 };
}
