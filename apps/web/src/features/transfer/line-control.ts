import { LIMITS } from '@coffer/contracts';
import { KIB, SECOND_MS } from '@coffer/kit';

/**
 * How many requests are under way at once, found by trying: one more as long as the line then carries more, one fewer when it does
 * not, half when the store is overcharged or the line breaks.
 */
export interface LineControl {
  readonly limit: number;
  readonly windowFrom: number;
  readonly movedBytes: number;
  /** Some line stood free in this window, so that its rate says nothing about the limit. */
  readonly isSlack: boolean;
  /** Bytes in a millisecond with one line fewer; zero while that was not measured. */
  readonly rateBelow: number;
  /** Windows in a row in which the last line brought nothing. */
  readonly flat: number;
  readonly holdUntil: number;
  readonly recoversUntil: number;
}

const WINDOW_MS = SECOND_MS / 2;
/** Fewer bytes than these are a matter of buffers, not of the line. */
const WINDOW_MIN_BYTES = 512 * KIB;
const GROWTH = 1.06;
const FLAT_MAX = 2;
const HOLD_MS = 10 * SECOND_MS;
const RECOVERY_MS = 3 * SECOND_MS;

export function startControl(at: number): LineControl {
  return {
    ...fresh(at),
    // While the first lines open, they carry less than they can.
    isSlack: true,
    limit: LIMITS.requestsInFlightFirst,
    rateBelow: 0,
    flat: 0,
    holdUntil: 0,
    recoversUntil: 0,
  };
}

/** Bytes have left. `isSlack`: not every line that the limit allows is in use. */
export function moved(
  control: LineControl,
  bytes: number,
  now: { readonly at: number; readonly isSlack: boolean },
): LineControl {
  // As soon as all lines are in use, it is worth measuring.
  if (control.isSlack && !now.isSlack) return { ...control, ...fresh(now.at) };
  const seen = {
    ...control,
    movedBytes: control.movedBytes + bytes,
    isSlack: control.isSlack || now.isSlack,
  };
  const elapsedMs = now.at - seen.windowFrom;
  if (elapsedMs < WINDOW_MS || seen.movedBytes < WINDOW_MIN_BYTES) return seen;
  const after = { ...seen, ...fresh(now.at) };
  if (seen.isSlack || now.at < seen.holdUntil) return after;
  return judged(after, seen.movedBytes / elapsedMs);
}

/** The store asked for less, or a line broke. Of several at once, which have one cause, the first counts. */
export function congested(control: LineControl, at: number): LineControl {
  if (at < control.recoversUntil) return control;
  const limit = Math.max(1, Math.floor(control.limit / 2));
  const recoversUntil = at + RECOVERY_MS;
  return { ...control, ...fresh(at), limit, rateBelow: 0, flat: 0, holdUntil: recoversUntil, recoversUntil };
}

function judged(control: LineControl, rate: number): LineControl {
  if (rate >= control.rateBelow * GROWTH) {
    if (control.limit >= LIMITS.requestsInFlightMax) return { ...control, flat: 0 };
    return { ...control, limit: control.limit + 1, rateBelow: rate, flat: 0 };
  }
  const flat = control.flat + 1;
  if (flat < FLAT_MAX) return { ...control, flat };
  // Back by one for a while; then what the line carries is measured anew.
  const limit = Math.max(LIMITS.requestsInFlightFirst, control.limit - 1);
  return { ...control, limit, rateBelow: 0, flat: 0, holdUntil: control.windowFrom + HOLD_MS };
}

function fresh(at: number): Pick<LineControl, 'windowFrom' | 'movedBytes' | 'isSlack'> {
  return { windowFrom: at, movedBytes: 0, isSlack: false };
}
