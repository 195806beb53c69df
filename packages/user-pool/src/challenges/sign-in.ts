import { err } from '@coffer/kit';
import { findClaimedDevice } from '../devices/claimed-device.ts';
import { errors } from '../errors.ts';
import type { Answer, AnswerHandler, AuthResult, SignInDeps, SignInRequest } from './answer.ts';
import { beginSrp, beginSrpOfName } from './begin-srp.ts';
import { answerCustomChallenge, beginCustom } from './custom.ts';
import { answerDevicePasswordVerifier, answerDeviceSrp } from './device.ts';
import type { ChallengeName, SignInState } from './flow.ts';
import { answerMfaSetup } from './mfa-setup.ts';
import { answerNewPassword } from './new-password.ts';
import { answerEmailOtp, answerSmsMfa, answerSmsOtp } from './one-time-code.ts';
import { answerPassword, beginPassword } from './password.ts';
import { answerPasswordVerifier } from './password-verifier.ts';
import { findPerson, type Person, reportIfUnknown } from './person.ts';
import { answerSelectMfaType } from './select-mfa-type.ts';
import { answerSoftwareToken } from './software-token.ts';
import { answerPasswordSrp, answerSelectChallenge, beginAfterSignUp, beginChoice } from './user-auth.ts';
import { answerWebAuthn } from './web-authn.ts';

/** The caller must have checked the client, its secret hash, and that it may use this flow. */
export async function beginSignIn(deps: SignInDeps, request: SignInRequest): AuthResult {
  const { client, flow, parameters } = request;
  const name = parameters['USERNAME'];
  if (name === undefined || name === '') return err(errors.missingParameter('USERNAME'));
  if (request.session !== undefined && flow === 'USER_AUTH')
    return await beginAfterSignUp(deps, { ...request, name, session: request.session });
  const missing = findMissing(request);
  if (missing !== undefined) return err(errors.missingParameter(missing));
  const clientPublicHex = parameters['SRP_A'];
  if (flow === 'USER_SRP_AUTH' && !namesDevice(request))
    return await beginSrpOfName(deps, { client, name, clientPublicHex, state: { flow } });
  const person = await findPerson(deps, client, name);
  const reported = reportIfUnknown(client, person.account);
  if (!reported.ok) return reported;
  const state = await beginState(deps, request, person);
  switch (flow) {
    case 'USER_SRP_AUTH':
      return await beginSrp(deps, { client, person, name, state, clientPublicHex });
    case 'USER_PASSWORD_AUTH':
      return await beginPassword(deps, { context: request, person, state, password: parameters['PASSWORD'] });
    case 'CUSTOM_AUTH':
      return await beginCustom(deps, { ...request, person, name, state });
    case 'USER_AUTH':
      return await beginChoice(deps, { ...request, person, name, state });
  }
}

/** Checked before the lookup, so that the response does not depend on the name. */
function findMissing({ flow, parameters }: SignInRequest): string | undefined {
  const isPasswordFirst = flow === 'CUSTOM_AUTH' && parameters['CHALLENGE_NAME'] === 'SRP_A';
  if ((flow === 'USER_SRP_AUTH' || isPasswordFirst) && parameters['SRP_A'] === undefined) return 'SRP_A';
  if (flow === 'USER_PASSWORD_AUTH' && parameters['PASSWORD'] === undefined) return 'PASSWORD';
  return undefined;
}

function namesDevice({ client, parameters }: SignInRequest): boolean {
  return client.pool.settings.deviceConfiguration !== undefined && parameters['DEVICE_KEY'] !== undefined;
}

async function beginState(
  deps: SignInDeps,
  { client, flow, parameters }: SignInRequest,
  person: Person,
): Promise<SignInState> {
  if (flow !== 'USER_SRP_AUTH' && flow !== 'USER_PASSWORD_AUTH') return { flow };
  const device = await findClaimedDevice(deps, client, {
    accountId: person.account?.id ?? null,
    deviceKey: parameters['DEVICE_KEY'],
  });
  return { flow, ...device };
}

const ANSWERS: Readonly<Record<ChallengeName, AnswerHandler | undefined>> = {
  PASSWORD_VERIFIER: answerPasswordVerifier,
  PASSWORD: answerPassword,
  PASSWORD_SRP: answerPasswordSrp,
  SELECT_CHALLENGE: answerSelectChallenge,
  EMAIL_OTP: answerEmailOtp,
  SMS_OTP: answerSmsOtp,
  WEB_AUTHN: answerWebAuthn,
  CUSTOM_CHALLENGE: answerCustomChallenge,
  NEW_PASSWORD_REQUIRED: answerNewPassword,
  SELECT_MFA_TYPE: answerSelectMfaType,
  SMS_MFA: answerSmsMfa,
  SOFTWARE_TOKEN_MFA: answerSoftwareToken,
  MFA_SETUP: answerMfaSetup,
  DEVICE_SRP_AUTH: answerDeviceSrp,
  DEVICE_PASSWORD_VERIFIER: answerDevicePasswordVerifier,
  // In the service model, but used by no flow.
  ADMIN_NO_SRP_AUTH: undefined,
};

/** The caller must have checked the client and its secret hash. */
export async function answerChallenge(
  deps: SignInDeps,
  answer: Answer & { readonly name: ChallengeName },
): AuthResult {
  const handler = ANSWERS[answer.name];
  return handler === undefined ? err(errors.challengeNotSupported) : await handler(deps, answer);
}
