import { useState } from 'react';
import { type ApiError, localError } from '../../api/calls/error.ts';
import { signInWithPassword } from '../../api/session/password-sign-in.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { keepName } from './known-name.ts';

interface NewPasswordSignIn {
  readonly failure: ApiError | undefined;
  readonly signIn: (username: string, password: string) => Promise<void>;
}

/** Signs in with a password that was just set. Further steps continue on the challenge page. */
export function useNewPasswordSignIn(onSignedIn: () => Promise<boolean>): NewPasswordSignIn {
  const [failure, setFailure] = useState<ApiError>();
  const signIn = async (username: string, password: string): Promise<void> => {
    try {
      setFailure(await enter({ username, password, onSignedIn }));
    } catch (cause) {
      // Shows the error before the exception is reported.
      setFailure(localError('internal'));
      throw cause;
    }
  };
  return { failure, signIn };
}

interface Entry {
  readonly username: string;
  readonly password: string;
  readonly onSignedIn: () => Promise<boolean>;
}

async function enter({ username, password, onSignedIn }: Entry): Promise<ApiError | undefined> {
  const signedIn = await signInWithPassword(username, password);
  keepName(username);
  if (!signedIn.ok) {
    const { error } = signedIn;
    return error.kind === 'refused' ? error.error : localError('unreadable_answer');
  }
  if (signedIn.value.step !== 'signed_in') {
    navigate('/sign-in/challenge', { isReplacing: true });
    return undefined;
  }
  return (await onSignedIn()) ? undefined : localError('cookies_refused');
}
