import * as z from 'zod/mini';
import { Count, GroupId, Instant, LinkId, SizeBytes, SpaceId, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { NamedSpace } from '../spaces/spaces.ts';

/** What ends and what stays when an account is deleted, without names of files. */
export const Removal = z.object({
  /** For `If-Match`. */
  revision: z.number(),
  /** `pool`: deleted there too. `elsewhere` and `key_missing`: the account stays there, but cannot sign in here. */
  account: z.enum(['pool', 'elsewhere', 'key_missing']),
  /** The personal space. Null if there is none. While it is on hold the account stays. */
  files: z.nullable(z.object({ spaceId: SpaceId, usedBytes: SizeBytes, isOnHold: z.boolean() })),
  /** Need a new owner. */
  lastOwnerOf: z.array(
    z.object({
      spaceId: SpaceId,
      name: z.string(),
      usedBytes: SizeBytes,
      /** Other people and groups in it. */
      members: Count,
    }),
  ),
  /** Team spaces that the person leaves, those above included. */
  spaces: Count,
  groups: Count,
  /** Files and folders that others shared with the person by name. */
  received: Count,
  /** What the person shared, by whom it is shared with. It stays, except in files that are deleted. */
  given: z.object({
    total: Count,
    holders: z.array(
      z.object({
        id: z.union([UserId, GroupId]),
        kind: z.enum(['person', 'group']),
        name: z.string(),
        items: Count,
        /** Of these, in the personal space. */
        inFiles: Count,
      }),
    ),
  }),
  /** Active public links and file requests, which all stop. The newest are named. */
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
    /** As they are, for so long. Then they are deleted as below. */
    z.strictObject({
      kind: z.literal('keep'),
      days: z.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.leftFilesDaysMax)),
    }),
    /** As a team space of the receiver. */
    z.strictObject({ kind: z.literal('hand_over'), toId: UserId }),
    /** As a deleted space, which administrators can restore for 30 days. */
    z.strictObject({ kind: z.literal('delete') }),
  ]),
  /** One for each space without another owner. */
  owners: z.array(z.strictObject({ spaceId: SpaceId, toId: UserId })).check(z.maxLength(LIMITS.pageSizeMax)),
});
export type RemovePersonRequest = z.infer<typeof RemovePersonRequest>;

export const RemovedPerson = z.object({
  /** `disabled`: the pool refused to delete it. `failed`: the pool did not answer; a repetition asks it again. */
  atPool: z.enum(['deleted', 'disabled', 'elsewhere', 'key_missing', 'failed']),
  /** An earlier call has removed the person, and its choices stand. */
  wasRemoved: z.boolean(),
});
export type RemovedPerson = z.infer<typeof RemovedPerson>;
