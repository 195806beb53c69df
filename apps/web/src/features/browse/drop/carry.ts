import { isNodeId } from '@coffer/contracts';
import type { Target } from '../move/placing.ts';
import type { Aim, Begun, DropAct, DropPlace } from './aim.ts';
import { lend } from './lend.ts';

type Carried = Begun & {
  /**
   * What a drop would do; undefined if it is not allowed. A place without a space is in the space whose list is open.
   */
  readonly actOf: (event: DragEvent, place: DropPlace) => DropAct | undefined;
  readonly page: HTMLElement | null;
  readonly onAim: (aim: Aim | undefined) => void;
  readonly onDrop: (target: Target, act: DropAct, data: DataTransfer) => void;
};

interface Taken {
  readonly target: Target;
  readonly act: DropAct;
}

const REST_MS = 700;

/** The current drag from outside the page. */
let goingOn: { readonly page: HTMLElement | null; readonly end: () => void } | undefined;

/**
 * Accepts drops on every element with `data-drop-folder`, and on spaces, which have `data-drop-space`. Rows of the list
 * handle their events first; returns the function that ends this.
 */
export function carry({ actOf, here, lent, page, onAim, onDrop }: Carried): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  if (here !== undefined && goingOn?.page === page) return goingOn.end;
  goingOn?.end();
  const endLoan = lent && lend(lent);
  let aim: Aim | undefined;
  const show = (next: Aim | undefined): void => {
    if (here === undefined || (aim?.name === next?.name && aim?.act === next?.act)) return;
    aim = next;
    onAim(next);
  };
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
  const take = (event: DragEvent): Taken | undefined => {
    const element = targetOf(event);
    const { dropFolder: id, dropName: name = '', dropSpace } = element?.dataset ?? {};
    const act = actOf(event, { intoSpace: dropSpace, isElsewhere: !isWithin(page, event) });
    const isPlace = act !== undefined && isNodeId(id);
    enter(isPlace ? element : undefined);
    const taken = isPlace
      ? { target: { id, name }, act }
      : here !== undefined && act !== undefined && isWithin(page, event)
        ? { target: here, act }
        : undefined;
    if (taken !== undefined) event.preventDefault();
    return taken;
  };
  const handleOver = (event: DragEvent): void => {
    const taken = take(event);
    show(taken && { name: taken.target.name, act: taken.act });
    if (taken !== undefined && event.dataTransfer !== null) {
      event.dataTransfer.dropEffect = taken.act === 'move' ? 'move' : 'copy';
    }
  };
  const handleDrop = (event: DragEvent): void => {
    const taken = take(event);
    enter(undefined);
    // The page itself handles files that are dropped onto it.
    const isTaken = taken?.act === 'upload' && taken.target === here;
    if (taken !== undefined && !isTaken && event.dataTransfer !== null)
      onDrop(taken.target, taken.act, event.dataTransfer);
  };
  document.addEventListener('dragover', handleOver, { signal });
  document.addEventListener('drop', handleDrop, { signal });
  const end = (): void => {
    if (signal.aborted) return;
    enter(undefined);
    if (here !== undefined) {
      onAim(undefined);
      goingOn = undefined;
    }
    endLoan?.();
    stop.abort();
  };
  if (here === undefined) return end;
  goingOn = { page, end };
  document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && end(), { signal });
  // Delayed, so that the drop handlers run first.
  document.addEventListener('drop', () => setTimeout(end), { signal, capture: true });
  return end;
}

function targetOf({ target }: DragEvent): HTMLElement | undefined {
  const element = target instanceof Element ? target.closest('[data-drop-folder]') : null;
  return element instanceof HTMLElement ? element : undefined;
}

function isWithin(page: HTMLElement | null, { target }: DragEvent): boolean {
  return target instanceof Node && page?.contains(target) === true;
}

/** Opens a closed folder on which the pointer rests. */
function look(folder: HTMLElement): void {
  if (folder.getAttribute('aria-expanded') !== 'false') return;
  folder.querySelector<HTMLElement>('[data-twist]')?.click();
}
