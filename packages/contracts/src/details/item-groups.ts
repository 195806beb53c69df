import * as z from 'zod/mini';
import { Count, Instant } from '../ids.ts';
import { ChildrenQuery } from '../nodes.ts';

const BOUNDS_MAX = 40;

/** The beginnings of groups, newest first. */
const Bounds = z.pipe(
  z.string().check(z.maxLength(1_500)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(Instant).check(
      z.minLength(1),
      z.maxLength(BOUNDS_MAX),
      z.refine((bounds) =>
        bounds.every((bound, at) => at === 0 || Date.parse(bound) < Date.parse(bounds[at - 1] ?? '')),
      ),
    ),
  ),
);

export const ItemGroupsQuery = z.strictObject({
  by: z.enum(['modified', 'kind']),
  order: ChildrenQuery.shape.order,
  filter: ChildrenQuery.shape.filter,
  /**
   * For grouping by date: where the groups begin, newest first. The client sends them because days depend on the time
   * zone: `2026-11-26T00:00:00.000Z,2026-11-25T00:00:00.000Z`.
   */
  since: z.optional(Bounds),
});
export type ItemGroupsQuery = z.infer<typeof ItemGroupsQuery>;

/** Sizes of the groups of a folder, in the order of its list. Folders come before all files. */
export const ItemGroups = z.object({
  folders: Count,
  files: z.array(
    z.object({
      /** The beginning of the date group, or the media type. Null for all other files. */
      key: z.nullable(z.string()),
      count: Count,
    }),
  ),
});
export type ItemGroups = z.infer<typeof ItemGroups>;
