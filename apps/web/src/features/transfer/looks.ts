import { onWipe } from '../../lib/wipe.ts';

/** Files that were chosen or dropped, while it is found out what they are: with thousands that takes seconds. */
export interface Look {
  /** So many were looked at by now. False once the person has thought better of it. */
  readonly goOn: (count: number) => boolean;
  readonly end: () => void;
}

const counts = new Map<Look, number>();
const listeners = new Set<() => void>();

export function beginLook(): Look {
  const look: Look = {
    goOn: (count) => {
      if (!counts.has(look)) return false;
      change(() => counts.set(look, count));
      return true;
    },
    end: () => change(() => counts.delete(look)),
  };
  change(() => counts.set(look, 0));
  return look;
}

/** How many files were looked at so far; undefined while none are. */
export function lookedAt(): number | undefined {
  return counts.size === 0 ? undefined : [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Nothing comes of what is being looked at. */
export function giveUpLooks(): void {
  change(() => counts.clear());
}

onWipe(giveUpLooks);

export function onLooksChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(act: () => unknown): void {
  act();
  for (const listener of listeners) listener();
}
