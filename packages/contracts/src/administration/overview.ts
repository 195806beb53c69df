import * as z from 'zod/mini';
import { Count, Instant, SizeBytes, SpaceId } from '../ids.ts';

/** The state of the installation. Each part is read for every request, within three seconds. */
export const AdminOverview = z.object({
  checkedAt: Instant,
  version: z.string(),
  /** `code` names the failure, or a warning while the service works. */
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
    /** How many of the invitations have expired. */
    expired: Count,
    disabled: Count,
    /** People seen in the last 24 hours. */
    seen: Count,
    administrators: Count,
  }),
  groups: Count,
  spaces: z.object({
    personal: Count,
    team: Count,
    archived: Count,
    /** At most five spaces that use 80 percent of their limit or more, the fullest first. */
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
    /** Spaces that use `nearlyFullPercent` of their limit or more. */
    nearlyFullCount: Count,
  }),
  links: z.object({
    active: Count,
    /** Active links without a password. */
    open: Count,
  }),
  storage: z.object({
    fileCount: Count,
    fileBytes: SizeBytes,
    /** Everything in the store, including uploads in progress and objects that are still to be deleted. */
    totalBytes: SizeBytes,
    /** The limits of all spaces together. */
    promisedBytes: SizeBytes,
    damaged: Count,
    /** Diagnoses of the store doctor, without those that report no problem. */
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
      /** Since when the mail server has accepted no message. */
      brokenSince: z.nullable(Instant),
    }),
  ),
  work: z.object({
    /** Moves, copies and similar jobs that run now. */
    running: Count,
    /** Jobs that failed in the last seven days. */
    failed: Count,
    /** Background tasks of this server that keep failing. */
    broken: z.array(z.string()),
  }),
});
export type AdminOverview = z.infer<typeof AdminOverview>;
