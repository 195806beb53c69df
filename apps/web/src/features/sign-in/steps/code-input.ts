import { type RefObject, useEffect, useRef } from 'react';
import { type ApiError, numberFact } from '../../../api/error.ts';
import { useErrorTexts } from '../../../api/error-texts.ts';
import type { ChallengeState } from '../machine.ts';
import { useText } from './texts.ts';

/** The words at the field of a code: what is wrong with it, and how many tries are left. */
export function useCodeError(error: ApiError | undefined, isShort: boolean): string | undefined {
  const text = useText();
  const { ofError } = useErrorTexts();
  if (isShort) return text('sign-in.code.missing');
  if (error === undefined) return undefined;
  const triesLeft = numberFact(error, 'tries_left');
  const words = ofError(error);
  return triesLeft === undefined ? words : `${words} ${text('sign-in.code.triesLeft', { count: triesLeft })}`;
}

/**
 * The field has the focus; a wrong code is emptied, so that the next one can be typed at once. So is the answer to a step that another
 * one of its kind has followed: a second question, another code.
 */
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
