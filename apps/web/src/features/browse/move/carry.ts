import { isNodeId } from '@coffer/contracts';
import type { Mode, Target } from './placing.ts';

interface Carried {
  readonly modeOf: (event: DragEvent) => Mode;
  readonly onDrop: (target: Target, mode: Mode) => void;
}

const REST_MS = 700;

/**
 * While rows are dragged, every element with `data-drop-folder` takes them: folders of the path and of the tree, and spaces.
 * `data-drop-copied`: in another space, where everything is copied. Returns what ends it.
 */
export function carry({ modeOf, onDrop }: Carried): () => void {
  const stop = new AbortController();
  let over: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enter = (next: HTMLElement | undefined): void => {
    if (next === over) return;
    clearTimeout(timer);
    over?.removeAttribute('data-drop');
    over = next;
    next?.setAttribute('data-drop', '');
    if (next !== undefined) timer = setTimeout(() => look(next), REST_MS);
  };
  const take = (event: DragEvent): { readonly target: Target; readonly mode: Mode } | undefined => {
    const element = targetOf(event);
    const { dropFolder: id, dropName: name = '', dropCopied } = element?.dataset ?? {};
    const found = isNodeId(id);
    enter(found ? element : undefined);
    if (!found) return undefined;
    event.preventDefault();
    return { target: { id, name }, mode: dropCopied === undefined ? modeOf(event) : 'copy' };
  };
  const handleOver = (event: DragEvent): void => {
    const taken = take(event);
    if (taken !== undefined && event.dataTransfer !== null) event.dataTransfer.dropEffect = taken.mode;
  };
  const handleDrop = (event: DragEvent): void => {
    const taken = take(event);
    enter(undefined);
    if (taken !== undefined) onDrop(taken.target, taken.mode);
  };
  document.addEventListener('dragover', handleOver, { signal: stop.signal });
  document.addEventListener('drop', handleDrop, { signal: stop.signal });
  return () => {
    enter(undefined);
    stop.abort();
  };
}

function targetOf({ target }: DragEvent): HTMLElement | undefined {
  const element = target instanceof Element ? target.closest('[data-drop-folder]') : null;
  return element instanceof HTMLElement ? element : undefined;
}

/** The pointer rests on a closed folder, as if to look inside. */
function look(folder: HTMLElement): void {
  if (folder.getAttribute('aria-expanded') !== 'false') return;
  folder.querySelector<HTMLElement>('[data-twist]')?.click();
}
