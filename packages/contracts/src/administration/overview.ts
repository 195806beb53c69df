import * as z from 'zod/mini';
import { Count, Instant, SizeBytes, SpaceId } from '../ids.ts';

/** How things stand. Each part is asked when the page is, within three seconds. */
export const AdminOverview = z.object({
  checkedAt: Instant,
  version: z.string(),
  /** `code` is of a failure, or of a warning while it works. */
  health: z.array(
    z.object({
      part: z.enum(['database', 'store', 'pool', 'disk']),
      works: z.boolean(),
      code: z.nullable(z.string()),
    }),
  ),
  people: z.object({
    active: Count,
    invited: Count,
    /** Of the invitations, those whose time is over. */
    expired: Count,
    disabled: Count,
    /** In the last 24 hours. */
    seen: Count,
    administrators: Count,
  }),
  groups: Count,
  spaces: z.object({
    personal: Count,
    team: Count,
    archived: Count,
    /** With 80 percent of their limit or more, the fullest first, five at most. */
    full: z.array(
      z.object({
        id: SpaceId,
        name: z.string(),
        kind: z.enum(['personal', 'team', 'linked']),
        ownerName: z.string(),
        takenBytes: SizeBytes,
        quotaBytes: SizeBytes,
      }),
    ),
    fullCount: Count,
    /** With `nearlyFullPercent` of their limit or more. */
    nearlyFullCount: Count,
  }),
  links: z.object({
    active: Count,
    /** Of the active ones, without a password. */
    open: Count,
  }),
  storage: z.object({
    fileCount: Count,
    fileBytes: SizeBytes,
    /** Everything in the store, with what is on its way in or out. */
    totalBytes: SizeBytes,
    /** What all spaces together may take. */
    promisedBytes: SizeBytes,
    damaged: Count,
    /** What the store doctor found, without what is well. */
    faults: Count,
    examinedAt: z.nullable(Instant),
    /** Differences between store and database that are not repaired. */
    differences: Count,
    surveyedAt: z.nullable(Instant),
  }),
  /** Null without a mail server. */
  mail: z.nullable(
    z.object({
      waiting: Count,
      failed: Count,
      /** Since when the server takes nothing. */
      brokenSince: z.nullable(Instant),
    }),
  ),
  work: z.object({
    /** Moves, copies and the like that run now. */
    running: Count,
    /** In the last seven days. */
    failed: Count,
    /** Background tasks of this server that keep failing. */
    broken: z.array(z.string()),
  }),
});
export type AdminOverview = z.infer<typeof AdminOverview>;
