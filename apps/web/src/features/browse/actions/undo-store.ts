import { onWipe } from '../../../lib/wipe.ts';

export interface Undo {
  readonly run: () => Promise<void>;
  /** Message after the undo. */
  readonly doneText: string;
}

const KEPT = 20;
const stack: Undo[] = [];

onWipe(() => {
  stack.length = 0;
});

export function rememberUndo(undo: Undo): Undo {
  stack.push(undo);
  if (stack.length > KEPT) stack.shift();
  return undo;
}

/** Runs at most once, by toast or by key. */
export async function undoOnce(undo: Undo): Promise<boolean> {
  const position = stack.indexOf(undo);
  if (position < 0) return false;
  stack.splice(position, 1);
  await undo.run();
  return true;
}

export function newestUndo(): Undo | undefined {
  return stack.at(-1);
}
