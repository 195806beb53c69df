import { onWipe } from '../../../lib/wipe.ts';

let isRestored = false;
const listeners = new Set<() => void>();

/** Whether the search for uploads of earlier pages and other devices has ended. */
export function areTransfersRestored(): boolean {
  return isRestored;
}

export function onTransfersRestored(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function setRestored(restored: boolean): void {
  isRestored = restored;
  for (const listener of listeners) listener();
}

onWipe(() => setRestored(false));
