import { err } from '@coffer/kit';
import { z } from 'zod';
import { checkSecretHash, getClient, sourceAddress } from '../../accounts/clients.ts';
import type { AnswerDeps, AnswerHandler } from '../../challenges/answer.ts';
import { answerMfaSetup } from '../../challenges/mfa-setup.ts';
import { answerNewPassword } from '../../challenges/new-password.ts';
import { answerPasswordVerifier } from '../../challenges/password-verifier.ts';
import { answerSoftwareToken } from '../../challenges/software-token.ts';
import { errors } from '../../errors.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const CHALLENGE_NAMES = [
  'SMS_MFA',
  'EMAIL_OTP',
  'SOFTWARE_TOKEN_MFA',
  'SELECT_MFA_TYPE',
  'MFA_SETUP',
  'PASSWORD_VERIFIER',
  'CUSTOM_CHALLENGE',
  'SELECT_CHALLENGE',
  'DEVICE_SRP_AUTH',
  'DEVICE_PASSWORD_VERIFIER',
  'ADMIN_NO_SRP_AUTH',
  'NEW_PASSWORD_REQUIRED',
  'SMS_OTP',
  'PASSWORD',
  'WEB_AUTHN',
  'PASSWORD_SRP',
] as const;

export const respondToAuthChallengeInput = z.object({
  ClientId: shape.clientId,
  ChallengeName: shape.oneOf(CHALLENGE_NAMES),
  Session: shape.session.optional(),
  ChallengeResponses: shape.parameters.optional(),
  UserContextData: shape.userContextData.optional(),
  ClientMetadata: shape.parameters.optional(),
});

/** Who reads the answer to which challenge. What may follow is in `challenges/advance.ts` [Note: Challenge flow]. */
const ANSWERS: Readonly<Partial<Record<(typeof CHALLENGE_NAMES)[number], AnswerHandler>>> = {
  PASSWORD_VERIFIER: answerPasswordVerifier,
  NEW_PASSWORD_REQUIRED: answerNewPassword,
  SOFTWARE_TOKEN_MFA: answerSoftwareToken,
  MFA_SETUP: answerMfaSetup,
};

/** Takes a sign-in on by one step. */
export const respondToAuthChallenge =
  (deps: AnswerDeps) =>
  async ({
    input,
    caller,
  }: OperationRequest<z.output<typeof respondToAuthChallengeInput>>): OperationResult => {
    const client = await getClient(deps, input.ClientId);
    if (!client.ok) return client;
    const answerChallenge = ANSWERS[input.ChallengeName];
    if (answerChallenge === undefined) return err(errors.challengeNotSupported);
    const responses = input.ChallengeResponses ?? {};
    const username = responses['USERNAME'];
    if (username === undefined || username === '') return err(errors.missingParameter('USERNAME'));
    const hash = responses['SECRET_HASH'];
    const secretHash = checkSecretHash(deps, client.value, { hash, names: [username] });
    if (!secretHash.ok) return secretHash;
    return await answerChallenge(deps, {
      client: client.value,
      username,
      responses,
      session: input.Session,
      address: sourceAddress(client.value, caller, input.UserContextData?.IpAddress),
    });
  };
