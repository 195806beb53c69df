import { type Person, SpaceId, type UseHistory, type UseHistoryQuery } from '@coffer/contracts';
import { DAY_MS, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import {
  dayOf,
  listLargestSpaces,
  listSpaceUseDays,
  listUseDays,
  sumUse,
  type UseDayRow,
} from '../spaces/index.ts';
import { mayReadOverview } from './policy.ts';

const SPACES_SHOWN = 20;

/** Returns the usage of the spaces on each day up to today. Leaves out days before the first record. */
export async function getUseHistory(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  actor: Person,
  { days }: UseHistoryQuery,
): Outcome<UseHistory, Failure> {
  if (!mayReadOverview(actor)) return err({ code: 'not_allowed', facts: { needed_role: 'auditor' } });
  const today = dayOf(clock.now());
  const asked = new Date(today.getTime() - (days - 1) * DAY_MS);
  const all = await listUseDays(db, asked);
  const first = all[0]?.day ?? today;
  const from = first < asked ? asked : first;
  const spaces = await listLargestSpaces(db, SPACES_SHOWN);
  const rows = await listSpaceUseDays(db, { ids: spaces.map(({ id }) => id), from });
  const span = { from, until: today };
  return ok({
    from: from.toISOString(),
    usedBytes: untilNow(filled(all, span), await sumUse(db)).map((bytes) => bytes ?? 0),
    spaces: spaces.map((space) => ({
      id: SpaceId.parse(space.id),
      name: space.name,
      kind: space.kind,
      ownerName: space.owner_name,
      usedBytes: untilNow(filled(rows.get(space.id) ?? [], span), space.used_bytes),
    })),
  });
}

/** Replaces the value of today by the current one, which includes changes since the last hourly run. */
function untilNow(bytes: readonly (number | null)[], now: number): (number | null)[] {
  return [...bytes.slice(0, -1), now];
}

/** The usage for each day. A day without a row repeats the previous one; null if there is none before. */
function filled(
  rows: readonly UseDayRow[],
  { from, until }: { readonly from: Date; readonly until: Date },
): readonly (number | null)[] {
  const count = Math.round((until.getTime() - from.getTime()) / DAY_MS) + 1;
  let next = 0;
  let bytes: number | null = null;
  return Array.from({ length: count }, (_, index) => {
    const day = from.getTime() + index * DAY_MS;
    for (let row = rows[next]; row !== undefined && row.day.getTime() <= day; row = rows[next]) {
      bytes = row.used_bytes;
      next += 1;
    }
    return bytes;
  });
}
