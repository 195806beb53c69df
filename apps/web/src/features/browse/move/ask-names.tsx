import type { NameDecision } from '@coffer/contracts';
import { lastArrival, onNavigation } from '../../../lib/address/navigation.ts';
import { onWipe } from '../../../lib/wipe.ts';
import { lazy } from '../../../ui/loading/lazy.tsx';
import { showQuestion } from '../../../ui/overlays/question.ts';
import type { Conflict } from './names/decide.ts';
import type { PlaceInput } from './placing.ts';

const ConflictDialog = lazy(async () => ({
  default: (await import('./names/conflict-dialog.tsx')).ConflictDialog,
}));

type Decisions = readonly NameDecision[] | undefined;

let count = 0;
let answerOpen: ((decisions: Decisions) => void) | undefined;

onWipe(() => answerOpen?.(undefined));

/**
 * Resolves to undefined if nothing is to be done. That is also so if the person goes back, or starts another action
 * with such a question.
 */
export async function askNames(
  { mode, target }: Pick<PlaceInput, 'mode' | 'target'>,
  conflicts: readonly Conflict[],
): Promise<Decisions> {
  const { promise, resolve } = Promise.withResolvers<Decisions>();
  answerOpen?.(undefined);
  answerOpen = resolve;
  const stop = onNavigation(() => {
    if (lastArrival() === 'pop') resolve(undefined);
  });
  count += 1;
  showQuestion(
    <ConflictDialog
      key={count}
      mode={mode}
      conflicts={conflicts}
      folder={target.name}
      onDecide={resolve}
      onClose={() => resolve(undefined)}
    />,
  );
  const decisions = await promise;
  stop();
  if (answerOpen === resolve) {
    answerOpen = undefined;
    showQuestion(undefined);
  }
  return decisions;
}
