import * as z from 'zod/mini';

interface Named {
  readonly personIds: readonly unknown[];
  readonly groupIds: readonly unknown[];
}

/** A call that adds people and groups names one of them at least. */
export const hasSomebody = z.refine<Named>(
  ({ personIds, groupIds }) => personIds.length + groupIds.length > 0,
  { path: ['personIds'] },
);
