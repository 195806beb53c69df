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

/** Also takes files of another program off the clipboard, which would be pasted instead. */
export function hold(taken: Held): void {
  held = taken;
  const names = taken.nodes.map(({ name }) => name).join('\n');
  // The clipboard may be refused; pasting here works without it.
  void Promise.allSettled([navigator.clipboard.writeText(names)]);
}

/** What was cut is pasted once, what was copied again and again. */
export function takeHeld(): Held | undefined {
  const taken = held;
  if (taken?.mode === 'move') held = undefined;
  return taken;
}
