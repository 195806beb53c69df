import { LIMITS } from '@coffer/contracts';
import { KIB } from '@coffer/kit';
import { congested, type LineControl, moved, startControl } from './line-control.ts';
import { waitFor } from './wait-for.ts';

/** What a request carries: a part of a large file, or a whole small one. */
export type Cargo = 'part' | 'file';

/** One request to the store that may be made now. */
export interface Line {
  /** `totalBytes` of it have left so far. */
  readonly moved: (totalBytes: number) => void;
  /** All of it has left: only the answer is missing. */
  readonly emptied: () => void;
  /** Gives the line to the next. */
  readonly free: (end: 'stored' | 'congested' | 'refused') => void;
}

/** The lines to the store, as many at once as it pays. */
export interface Lines {
  /** Waits for a line. Rejects with the signal's reason when aborted before. */
  take(cargo: Cargo, signal: AbortSignal): Promise<Line>;
}

/** What a request costs beside its bytes: a thousand small files are no slower line than one large file. */
const REQUEST_BYTES = 64 * KIB;
const CARGOES: readonly Cargo[] = ['part', 'file'];

/** The store copes with as many as at first, and has not asked for less just now. */
function isUnhurt({ limit, recoversUntil }: LineControl, at: number): boolean {
  return limit >= LIMITS.requestsInFlightFirst && at >= recoversUntil;
}

export function createLines(now: () => number): Lines {
  let control = startControl(now());
  const waiting = { part: new Set<() => void>(), file: new Set<() => void>() };
  const held = { part: 0, file: 0 };
  const inUse = (): number => held.part + held.file;
  /** Held by requests that wait for their answers. */
  const emptied = new Set<object>();
  /**
   * On a long line much of a part lies in buffers, and its answer is long in coming: a request that only waits leaves its place to the next,
   * as long as the store copes.
   */
  const sending = (): number => (isUnhurt(control, now()) ? inUse() - emptied.size : inUse());
  /** Small files wait for round trips, not for the width of the line: they need no trying, unless the store asked for less. */
  const limitFor = (cargo: Cargo): number =>
    cargo === 'file' && held.part + waiting.part.size === 0 && now() >= control.recoversUntil
      ? LIMITS.requestsInFlightMax
      : control.limit;
  /** Large and small files share the lines evenly, and each has one; parts leave one, so that a preview need not wait for them. */
  const mayGo = (cargo: Cargo): boolean => {
    if (waiting[cargo].size === 0 || (cargo === 'part' && held.part >= LIMITS.partsInFlightMax)) return false;
    return inUse() < LIMITS.requestsInFlightMax && (sending() < limitFor(cargo) || held[cargo] === 0);
  };
  const grantMore = (): void => {
    for (;;) {
      const [cargo] = CARGOES.filter(mayGo).toSorted((one, other) => held[one] - held[other]);
      const [grant] = cargo === undefined ? [] : waiting[cargo];
      if (cargo === undefined || grant === undefined) return;
      waiting[cargo].delete(grant);
      grant();
    }
  };
  const note = (bytes: number): void => {
    const isSlack =
      inUse() < Math.min(control.limit, held.file > 0 ? control.limit : LIMITS.partsInFlightMax);
    const { limit } = control;
    control = moved(control, bytes, { at: now(), isSlack });
    // Whoever waits need not wait until another line is given back.
    if (control.limit > limit) grantMore();
  };
  const open = (cargo: Cargo): Line => {
    let isHeld = true;
    const own = {};
    let counted = 0;
    return {
      moved(totalBytes) {
        if (!isHeld || totalBytes <= counted) return;
        note(totalBytes - counted);
        counted = totalBytes;
      },
      emptied() {
        if (isHeld) emptied.add(own);
        grantMore();
      },
      free(end) {
        if (!isHeld) return;
        emptied.delete(own);
        if (end === 'stored') note(REQUEST_BYTES);
        else if (end === 'congested') control = congested(control, now());
        isHeld = false;
        held[cargo] -= 1;
        grantMore();
      },
    };
  };
  return {
    take(cargo, signal) {
      return waitFor(signal, (go) => {
        const grant = (): void => {
          held[cargo] += 1;
          go(open(cargo));
        };
        waiting[cargo].add(grant);
        grantMore();
        return () => waiting[cargo].delete(grant);
      });
    },
  };
}
