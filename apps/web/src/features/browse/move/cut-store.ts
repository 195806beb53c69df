import type { NodeView } from '@coffer/contracts';
import { onWipe } from '../../../lib/wipe.ts';

let held: readonly NodeView[] | undefined;

onWipe(forgetCut);

/** Also takes files of another program off the clipboard, which would be pasted instead. */
export function keepCut(nodes: readonly NodeView[]): void {
  held = nodes;
  const names = nodes.map(({ name }) => name).join('\n');
  // The clipboard may be refused; pasting here works without it.
  void Promise.allSettled([navigator.clipboard.writeText(names)]);
}

export function cutNodes(): readonly NodeView[] | undefined {
  return held;
}

export function forgetCut(): void {
  held = undefined;
}
