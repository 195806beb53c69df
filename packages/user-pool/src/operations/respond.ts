import { err } from '@coffer/kit';
import { checkSecretHash } from '../accounts/clients.ts';
import type { AuthResult, SignInContext, SignInDeps } from '../challenges/answer.ts';
import type { ChallengeName } from '../challenges/flow.ts';
import { answerChallenge } from '../challenges/sign-in.ts';
import { errors } from '../errors.ts';
import { USERNAME_LENGTH_MAX } from './initiate.ts';

export interface Response extends SignInContext {
  readonly name: ChallengeName;
  readonly responses: Readonly<Record<string, string>>;
  readonly session: string | undefined;
}

export async function respondToChallenge(deps: SignInDeps, response: Response): AuthResult {
  const { client, responses } = response;
  const username = responses['USERNAME'];
  if (username === undefined || username === '') return err(errors.missingParameter('USERNAME'));
  if (username.length > USERNAME_LENGTH_MAX) return err(errors.usernameTooLong);
  const secretHash = checkSecretHash(deps, client, { hash: responses['SECRET_HASH'], names: [username] });
  if (!secretHash.ok) return secretHash;
  return await answerChallenge(deps, { ...response, username });
}
