import type { NodeView } from '@coffer/contracts';
import { onWipe } from '../../../lib/wipe.ts';
import type { Mode } from './placing.ts';

interface Held {
  readonly mode: Mode;
  readonly nodes: readonly NodeView[];
}

let held: Held | undefined;

onWipe(() => {
  held = undefined;
});

/** Also clears files of other programs from the clipboard, which would be pasted instead. */
export function hold(taken: Held): void {
  held = taken;
  const names = taken.nodes.map(({ name }) => name).join('\n');
  // Access to the clipboard may be denied; pasting here works without it.
  void Promise.allSettled([navigator.clipboard.writeText(names)]);
}

/** Cut items are pasted once, copied ones any number of times. */
export function takeHeld(): Held | undefined {
  const taken = held;
  if (taken?.mode === 'move') held = undefined;
  return taken;
}

export function holdsNodes(): boolean {
  return held !== undefined;
}
