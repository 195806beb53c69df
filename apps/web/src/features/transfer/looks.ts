import { onWipe } from '../../lib/wipe.ts';

/** Files that were chosen or dropped, while it is found out what they are: with thousands that takes seconds. */
export interface Look {
  /** So many were looked at by now. False once the person has thought better of it. */
  readonly goOn: (count: number) => boolean;
  /** With a `loss` where nothing of it is brought up although the person wants it. */
  readonly end: (loss?: Loss) => void;
}

/** Why nothing comes of a choice: what looks at it could not be fetched (`lost`), or nothing of it could be read. */
export type Loss = 'lost' | 'unread';

/** Not told to the person so far. What tells it may not be here yet. */
let untold: Loss | undefined;
const counts = new Map<Look, number>();
const listeners = new Set<() => void>();

export function beginLook(): Look {
  const look: Look = {
    goOn: (count) => {
      if (!counts.has(look)) return false;
      // What was opened is walked through afterwards, and is not counted anew.
      change(() => counts.set(look, Math.max(count, counts.get(look) ?? 0)));
      return true;
    },
    end: (loss) =>
      change(() => {
        if (counts.delete(look)) untold = loss ?? untold;
      }),
  };
  change(() => counts.set(look, 0));
  return look;
}

/** How many files were looked at so far; undefined while none are. */
export function lookedAt(): number | undefined {
  return counts.size === 0 ? undefined : [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** What is to be told, once. */
export function takeLoss(): Loss | undefined {
  const loss = untold;
  untold = undefined;
  return loss;
}

/** Nothing comes of what is being looked at. */
export function giveUpLooks(): void {
  change(() => counts.clear());
}

onWipe(() => {
  takeLoss();
  giveUpLooks();
});

export function onLooksChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(act: () => unknown): void {
  act();
  for (const listener of listeners) listener();
}
