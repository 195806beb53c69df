import { useEffect } from 'react';
import { useTimeFormats } from '../../../lib/language/time-format.ts';
import { useCountdown } from '../../../lib/hooks/use-countdown.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import type { Pending } from '../machine.ts';
import styles from '../sign-in.module.css';
import type { SignInActions } from '../use-sign-in.ts';
import { useText } from './texts.ts';

const MINUTE_MS = 60_000;

interface ChallengeFootProps {
  readonly pending: Pending;
  readonly actions: Pick<SignInActions, 'restart' | 'timeOut'>;
  readonly onAnotherWay?: (() => void) | undefined;
}

export function ChallengeFoot({ pending, actions, onAnotherWay }: ChallengeFootProps) {
  const text = useText();
  const { duration } = useTimeFormats();
  const leftMs = useCountdown(pending.deadlineMs);
  useDeadline(pending.deadlineMs, leftMs, actions.timeOut);
  useEffect(() => {
    if (leftMs > 0 && leftMs <= MINUTE_MS && leftMs > MINUTE_MS - 1_000) announce(text('sign-in.minuteLeft'));
  }, [leftMs, text]);
  return (
    <div className={styles['foot']}>
      <p>
        {text('sign-in.timeLeft')} <span role="timer">{duration(leftMs)}</span>
      </p>
      {onAnotherWay !== undefined && (
        <Button tone="quiet" onClick={onAnotherWay}>
          {text('sign-in.anotherWay')}
        </Button>
      )}
      <Button tone="quiet" onClick={actions.restart}>
        {text('sign-in.again')}
      </Button>
    </div>
  );
}

/** Calls `timeOut` once, when the deadline has passed. */
function useDeadline(deadlineMs: number, leftMs: number, timeOut: () => void): void {
  const isOver = leftMs === 0;
  useEffect(() => {
    if (isOver && Date.now() >= deadlineMs) timeOut();
  }, [isOver, deadlineMs, timeOut]);
}
