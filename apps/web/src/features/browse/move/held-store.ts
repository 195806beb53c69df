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

/** Also replaces the text in the clipboard. Otherwise files that another program put there would be pasted instead. */
export function hold(taken: Held): void {
  now = taken;
  const names = taken.nodes.map(({ name }) => name).join('\n');
  // Access to the clipboard may be denied; pasting inside Coffer works without it.
  void Promise.allSettled([navigator.clipboard.writeText(names)]);
}

export function held(): Held | undefined {
  return now;
}

/** Cut items can be pasted only once, copied items any number of times. */
export function drop(pasted: Held): void {
  if (now === pasted && pasted.mode === 'move') now = undefined;
}
