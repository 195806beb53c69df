import { useCountdown } from '../../lib/hooks/use-countdown.ts';

export interface Wait {
  readonly leftMs: number;
  readonly isWaiting: boolean;
  readonly isOver: boolean;
}

export function useWait(untilMs: number | undefined): Wait {
  const leftMs = useCountdown(untilMs);
  return { leftMs, isWaiting: leftMs > 0, isOver: untilMs !== undefined && leftMs === 0 };
}
