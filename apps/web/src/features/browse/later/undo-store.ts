import { onWipe } from '../../../lib/wipe.ts';

/** Takes one change back. Resolves when it is done. */
export type Undo = () => Promise<void>;

const KEPT = 20;
const stack: Undo[] = [];

onWipe(() => {
  stack.length = 0;
});

/** Remembers how the newest change is taken back. */
export function rememberUndo(undo: Undo): Undo {
  stack.push(undo);
  if (stack.length > KEPT) stack.shift();
  return undo;
}

/** Takes a change back once, whether by its toast or by key. */
export async function undoOnce(undo: Undo): Promise<boolean> {
  const position = stack.indexOf(undo);
  if (position < 0) return false;
  stack.splice(position, 1);
  await undo();
  return true;
}

export function newestUndo(): Undo | undefined {
  return stack.at(-1);
}
