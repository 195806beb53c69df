import type { NodeView } from '@coffer/contracts';
import { onWipe } from '../../../lib/wipe.ts';
import type { Mode } from './placing.ts';

interface Held {
  readonly mode: Mode;
  readonly nodes: readonly NodeView[];
}

let now: Held | undefined;

onWipe(() => {
  now = undefined;
});

/** Also clears files of other programs from the clipboard, which would be pasted instead. */
export function hold(taken: Held): void {
  now = taken;
  const names = taken.nodes.map(({ name }) => name).join('\n');
  // Access to the clipboard may be denied; pasting here works without it.
  void Promise.allSettled([navigator.clipboard.writeText(names)]);
}

export function held(): Held | undefined {
  return now;
}

/** Cut items are pasted once, copied ones any number of times. */
export function drop(pasted: Held): void {
  if (now === pasted && pasted.mode === 'move') now = undefined;
}
