import * as z from 'zod/mini';

interface Named {
  readonly personIds: readonly unknown[];
  readonly groupIds: readonly unknown[];
}

/** Requires at least one person or group. */
export const hasSomebody = z.refine<Named>(
  ({ personIds, groupIds }) => personIds.length + groupIds.length > 0,
  { path: ['personIds'] },
);
