import * as z from 'zod/mini';
import { Count, GroupId, Instant, LinkId, SizeBytes, SpaceId, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { NamedSpace } from '../spaces/spaces.ts';

/** What ends and what stays when an account is deleted, without names of files. */
export const Removal = z.object({
  /** For `If-Match`. */
  revision: z.number(),
  /**
   * `pool`: deleted in the user pool too. `elsewhere` and `key_missing`: the account stays there, but cannot sign in
   * here.
   */
  account: z.enum(['pool', 'elsewhere', 'key_missing']),
  /** The personal space. Null if there is none. A person whose personal space is on hold cannot be removed. */
  files: z.nullable(z.object({ spaceId: SpaceId, usedBytes: SizeBytes, isOnHold: z.boolean() })),
  /** Spaces that need a new owner. */
  lastOwnerOf: z.array(
    z.object({
      spaceId: SpaceId,
      name: z.string(),
      usedBytes: SizeBytes,
      /** Other people and groups in it. */
      members: Count,
    }),
  ),
  /** Team spaces that the person leaves, including those in `lastOwnerOf`. */
  spaces: Count,
  groups: Count,
  /** Files and folders that others shared with the person by name. */
  received: Count,
  /** Items that the person shared, by recipient. The shares remain, except on files that are deleted. */
  given: z.object({
    total: Count,
    holders: z.array(
      z.object({
        id: z.union([UserId, GroupId]),
        kind: z.enum(['person', 'group']),
        name: z.string(),
        items: Count,
        /** How many of these are in the personal space. */
        inFiles: Count,
      }),
    ),
  }),
  /** Active public links and file requests. All of them stop working; the newest are listed. */
  links: z.object({
    total: Count,
    newest: z.array(
      z.object({
        id: LinkId,
        kind: z.enum(['view', 'download', 'edit', 'request']),
        label: z.string(),
        space: NamedSpace,
        expiresAt: Instant,
      }),
    ),
  }),
});
export type Removal = z.infer<typeof Removal>;

export const RemovePersonRequest = z.strictObject({
  files: z.discriminatedUnion('kind', [
    /** Keeps the files as they are for a number of days, then deletes them as `delete` does. */
    z.strictObject({
      kind: z.literal('keep'),
      days: z.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.leftFilesDaysMax)),
    }),
    /** Turns the personal space into a team space of the receiver. */
    z.strictObject({ kind: z.literal('hand_over'), toId: UserId }),
    /** Moves the files to a deleted space, which administrators can restore for 30 days. */
    z.strictObject({ kind: z.literal('delete') }),
  ]),
  /** A new owner for each space that has no other one. */
  owners: z.array(z.strictObject({ spaceId: SpaceId, toId: UserId })).check(z.maxLength(LIMITS.pageSizeMax)),
});
export type RemovePersonRequest = z.infer<typeof RemovePersonRequest>;

export const RemovedPerson = z.object({
  /**
   * `disabled`: the pool refused to delete the account. `failed`: the pool did not respond; repeating the call retries.
   */
  atPool: z.enum(['deleted', 'disabled', 'elsewhere', 'key_missing', 'failed']),
  /** An earlier call removed the person, and the choices of that call apply. */
  wasRemoved: z.boolean(),
});
export type RemovedPerson = z.infer<typeof RemovedPerson>;
