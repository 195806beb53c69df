import type { ApiError } from '../../../api/calls/error.ts';

/**
 * Whether the page of a sign-in that cannot be finished leads on: the person is signed in already, after the back button
 * or in a second tab. A refusal of the issuer is shown instead.
 */
export function goesOn(error: ApiError | undefined, isSignedIn: boolean): boolean {
  return isSignedIn && error?.code === 'challenge_expired';
}
