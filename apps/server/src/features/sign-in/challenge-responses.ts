import type { Issue, SignInAnswer } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { choicesOf, factorsToChoose, factorsToSetUp, requiredAttributesOf } from './challenge-parameters.ts';

type Parameters = Readonly<Record<string, string>>;
type Responses = Readonly<Record<string, string>>;

export function responsesFor(
  answer: SignInAnswer,
  parameters: Parameters,
): Result<Responses, readonly Issue[]> {
  switch (answer.challenge) {
    case 'PASSWORD_VERIFIER':
      return ok({
        PASSWORD_CLAIM_SIGNATURE: answer.signature,
        PASSWORD_CLAIM_SECRET_BLOCK: parameters['SECRET_BLOCK'] ?? '',
        TIMESTAMP: answer.timestamp,
      });
    case 'SMS_MFA':
    case 'EMAIL_OTP':
    case 'SMS_OTP':
    case 'SOFTWARE_TOKEN_MFA':
      return ok({ [`${answer.challenge}_CODE`]: answer.code });
    case 'MFA_SETUP_AUTHENTICATOR':
      // The code is sent to VerifySoftwareToken. The Session that it returns is enough for MFA_SETUP.
      return ok({});
    case 'CUSTOM_CHALLENGE':
      return ok({ ANSWER: answer.answer });
    case 'WEB_AUTHN':
      return ok({ CREDENTIAL: answer.credential });
    case 'NEW_PASSWORD_REQUIRED':
      return newPasswordResponses(answer, parameters);
    case 'SELECT_MFA_TYPE':
      return factorsToChoose(parameters).includes(answer.factor)
        ? ok({ ANSWER: answer.factor })
        : err([{ path: 'factor', code: 'wrong_format' }]);
    case 'MFA_SETUP':
      return setupResponses(answer, parameters);
    case 'SELECT_CHALLENGE':
      return choiceResponses(answer, parameters);
  }
}

function newPasswordResponses(
  answer: Extract<SignInAnswer, { challenge: 'NEW_PASSWORD_REQUIRED' }>,
  parameters: Parameters,
): Result<Responses, readonly Issue[]> {
  const required = requiredAttributesOf(parameters);
  const attributes = answer.attributes ?? {};
  const issues: Issue[] = [
    ...required
      .filter((name) => (attributes[name] ?? '').trim() === '')
      .map((name): Issue => ({ path: `attributes.${name}`, code: 'required' })),
    ...Object.keys(attributes)
      .filter((name) => !required.includes(name))
      .map((name): Issue => ({ path: `attributes.${name}`, code: 'unknown_member' })),
  ];
  if (issues.length > 0) return err(issues);
  const given = Object.entries(attributes).map(([name, value]) => [`userAttributes.${name}`, value]);
  return ok({ NEW_PASSWORD: answer.newPassword, ...Object.fromEntries(given) });
}

function setupResponses(
  answer: Extract<SignInAnswer, { challenge: 'MFA_SETUP' }>,
  parameters: Parameters,
): Result<Responses, readonly Issue[]> {
  if (!factorsToSetUp(parameters).includes(answer.factor)) {
    return err([{ path: 'factor', code: 'wrong_format' }]);
  }
  if (answer.factor === 'SOFTWARE_TOKEN_MFA') return ok({});
  return answer.email === undefined
    ? err([{ path: 'email', code: 'required' }])
    : ok({ EMAIL: answer.email });
}

function choiceResponses(
  answer: Extract<SignInAnswer, { challenge: 'SELECT_CHALLENGE' }>,
  parameters: Parameters,
): Result<Responses, readonly Issue[]> {
  if (!choicesOf(parameters).includes(answer.choice)) {
    return err([{ path: 'choice', code: 'wrong_format' }]);
  }
  if (answer.choice !== 'PASSWORD_SRP') return ok({ ANSWER: answer.choice });
  return answer.srpA === undefined
    ? err([{ path: 'srpA', code: 'required' }])
    : ok({ ANSWER: answer.choice, SRP_A: answer.srpA });
}
