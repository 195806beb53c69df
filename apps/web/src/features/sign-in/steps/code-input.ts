import { type RefObject, useEffect, useRef } from 'react';
import { type ApiError, numberFact } from '../../../api/error.ts';
import { useErrorTexts } from '../../../api/error-texts.ts';
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

/** The field has the focus; a wrong code is emptied, so that the next one can be typed at once. */
export function useCodeInput(error: ApiError | undefined): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = field.current;
    if (input === null) return;
    if (error?.code === 'challenge_failed') input.value = '';
    input.focus();
  }, [error]);
  return field;
}
