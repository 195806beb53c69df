/** A key as far as it matters here. */
interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const GRID_KEYS = /^(Arrow\w+|Page\w+|Home|End|Enter|Escape|Delete|F2|F10|ContextMenu)$/;

/** Whether the grid may have an answer to a key: one that is the browser's must reach it at once. */
export function mayBeForGrid({ key, ctrlKey, metaKey, altKey }: Press): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return GRID_KEYS.test(key) || /^[aA ]$/.test(key);
  return GRID_KEYS.test(key) || /^.$/u.test(key);
}

/** Lets an event happen again, as far as a script can: what it was on is asked as if it were new. */
export function repeatEvent(event: Event, target: Element): void {
  target.dispatchEvent(copyOf(event));
}

/** An event holds all members that its constructor asks for. */
function copyOf(event: Event): Event {
  if (event instanceof KeyboardEvent) return new KeyboardEvent(event.type, event);
  if (event instanceof PointerEvent) return new PointerEvent(event.type, event);
  return new MouseEvent(event.type, event);
}
