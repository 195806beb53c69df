import type { Issue, SignInAnswer } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';

/** Members of ChallengeParameters that an answer needs later. The rest (attributes of the person, ...) is not kept. */
const KEPT = ['SECRET_BLOCK', 'requiredAttributes'];

const ATTRIBUTE_PREFIX = 'userAttributes.';
const AttributeNames = z.array(z.string().max(64)).max(50);
const ATTRIBUTE_NAME = /^[A-Za-z][A-Za-z0-9_:-]{0,31}$/;

export function keptParameters(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => KEPT.includes(name)));
}

/** Names of the attributes that NEW_PASSWORD_REQUIRED wants besides the password: a JSON list in a string. */
export function requiredAttributesOf(parameters: Readonly<Record<string, string>>): readonly string[] {
  const names = AttributeNames.safeParse(parseJson(parameters['requiredAttributes'] ?? '[]'));
  if (!names.success) return [];
  return names.data
    .map((name) => (name.startsWith(ATTRIBUTE_PREFIX) ? name.slice(ATTRIBUTE_PREFIX.length) : name))
    .filter((name) => ATTRIBUTE_NAME.test(name));
}

/** The ChallengeResponses of an answer, or what is wrong with it. */
export function responsesFor(
  answer: SignInAnswer,
  parameters: Readonly<Record<string, string>>,
): Result<Readonly<Record<string, string>>, readonly Issue[]> {
  switch (answer.challenge) {
    case 'PASSWORD_VERIFIER':
      return ok({
        PASSWORD_CLAIM_SIGNATURE: answer.signature,
        PASSWORD_CLAIM_SECRET_BLOCK: parameters['SECRET_BLOCK'] ?? '',
        TIMESTAMP: answer.timestamp,
      });
    case 'SOFTWARE_TOKEN_MFA':
      return ok({ SOFTWARE_TOKEN_MFA_CODE: answer.code });
    case 'NEW_PASSWORD_REQUIRED': {
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
      const given = Object.entries(attributes).map(([name, value]) => [`${ATTRIBUTE_PREFIX}${name}`, value]);
      return ok({ NEW_PASSWORD: answer.newPassword, ...Object.fromEntries(given) });
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A pool that sends no JSON here wants nothing that we could name.
    return undefined;
  }
}
