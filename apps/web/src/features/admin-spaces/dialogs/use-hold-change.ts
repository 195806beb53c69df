import { readAdminSpace, refreshAdminSpaces } from '../../../api/administration/spaces.ts';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { useState } from 'react';
import type { ListedSpace } from '../listed-space.ts';
import { useText } from '../texts.ts';

interface HoldChange<Given extends readonly unknown[]> {
  /** The space as the dialog shows it: as it was when the dialog opened, or after somebody else's change. */
  readonly seen: ListedSpace;
  readonly isPending: boolean;
  readonly refusal: string | undefined;
  /** Whether it was done. */
  readonly run: (...given: Given) => Promise<boolean>;
}

/** Changes only the hold that was seen. If somebody changed it meanwhile, the dialog shows the new one and asks again. */
export function useHoldChange<Given extends readonly unknown[]>(
  space: ListedSpace,
  change: (space: ListedSpace, ...given: Given) => Promise<void>,
): HoldChange<Given> {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const [seen, setSeen] = useState(space);
  const changing = useMutation(change);
  const { failure } = changing;
  return {
    seen,
    isPending: changing.isPending,
    refusal:
      failure !== undefined && isLate(failure.cause)
        ? text('adminSpaces.changedMeanwhile')
        : words.ofFailure(failure),
    run: async (...given) => {
      const done = await changing.run(seen, ...given);
      if (done.failure !== undefined && !isLate(done.failure.cause)) return false;
      await refreshAdminSpaces(cache);
      if (done.failure === undefined) return true;
      const [newest] = await Promise.allSettled([readAdminSpace(seen)]);
      if (newest.status === 'fulfilled') setSeen(newest.value ?? seen);
      return false;
    },
  };
}

function isLate(cause: unknown): boolean {
  return apiErrorOf(cause).code === 'revision_conflict';
}
