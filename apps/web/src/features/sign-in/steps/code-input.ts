import { type RefObject, useEffect, useRef } from 'react';
import { type ApiError, numberFact } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import type { ChallengeState } from '../machine.ts';
import { useText } from './texts.ts';

export function useCodeError(error: ApiError | undefined, isShort: boolean): string | undefined {
  const text = useText();
  const { ofError } = useErrorTexts();
  if (isShort) return text('sign-in.code.missing');
  if (error === undefined) return undefined;
  const triesLeft = numberFact(error, 'tries_left');
  const words = ofError(error);
  return triesLeft === undefined ? words : `${words} ${text('sign-in.code.triesLeft', { count: triesLeft })}`;
}

/** Focuses the field. Clears it after a wrong code, or if another step of the same kind follows. */
export function useCodeInput(
  error: ApiError | undefined,
  step: ChallengeState['step'],
): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const answered = useRef(step);
  useEffect(() => {
    const input = field.current;
    if (input === null) return;
    if (error?.code === 'challenge_failed' || answered.current !== step) input.value = '';
    answered.current = step;
    input.focus();
  }, [error, step]);
  return field;
}
