import type { ApiError } from '../../../api/calls/error.ts';
import { useText } from './texts.ts';

interface CodeRefusal {
  readonly codeError: string | undefined;
  readonly pageError: ApiError | undefined;
}

/** Reports an unknown name as a wrong code. */
export function useCodeRefusal(error: ApiError | undefined): CodeRefusal {
  const text = useText();
  if (error?.code === 'challenge_failed' || error?.code === 'sign_in_failed') {
    return { codeError: text('accounts.codeWrong'), pageError: undefined };
  }
  if (error?.code === 'challenge_expired') {
    return { codeError: text('accounts.codeOver'), pageError: undefined };
  }
  return { codeError: undefined, pageError: error };
}
