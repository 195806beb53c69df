import * as z from 'zod/mini';
import { digitsUpTo, Instant, SizeBytes, SpaceId } from '../ids.ts';
import { LIMITS } from '../limits.ts';

export const UseHistoryQuery = z.strictObject({ days: z._default(digitsUpTo(LIMITS.useDaysKept), 90) });
export type UseHistoryQuery = z.infer<typeof UseHistoryQuery>;

/** One number for each day (UTC), from `from` to today. */
export const UseHistory = z.object({
  from: Instant,
  usedBytes: z.array(SizeBytes),
  /** The spaces that use most today, largest first. */
  spaces: z.array(
    z.object({
      id: SpaceId,
      name: z.string(),
      kind: z.enum(['personal', 'team', 'linked']),
      ownerName: z.string(),
      /** Null for days before the space was created. */
      usedBytes: z.array(z.nullable(SizeBytes)),
    }),
  ),
});
export type UseHistory = z.infer<typeof UseHistory>;
