import { useCountdown } from '../../lib/use-countdown.ts';

export interface Wait {
  readonly leftMs: number;
  readonly isWaiting: boolean;
  /** There was a wait and it is over. */
  readonly isOver: boolean;
}

/** The wait that the server asks for after too many tries. */
export function useWait(untilMs: number | undefined): Wait {
  const leftMs = useCountdown(untilMs);
  return { leftMs, isWaiting: leftMs > 0, isOver: untilMs !== undefined && leftMs === 0 };
}
