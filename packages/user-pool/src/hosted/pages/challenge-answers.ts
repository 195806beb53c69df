import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import type { PendingChallenge } from '../interaction.ts';
import type { PoolError } from '../../errors.ts';
import type { Form } from '../oauth/form.ts';
import type { FieldError } from './layout.ts';
import type { FormContext } from './page-context.ts';
import { callPool } from './pool-call.ts';
import { listOf } from './sign-in-flow.ts';

export type Reply =
  | {
      readonly kind: 'answer';
      readonly responses: Readonly<Record<string, string>>;
      readonly session?: string;
    }
  | { readonly kind: 'choice'; readonly choice: string }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] };

/** Accepts spaces and digits of other scripts. */
export function readCode(form: Form): string {
  return (form.get('code') ?? '')
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .slice(0, 64);
}

export function readNewPassword(form: Form): Result<string, readonly FieldError[]> {
  const password = form.get('password') ?? '';
  if (password === '') return err([{ field: 'password', key: 'errorNeeded' }]);
  if (password !== form.get('repeat')) return err([{ field: 'repeat', key: 'errorRepeat' }]);
  return ok(password);
}

export const ATTRIBUTE_PREFIX = 'attribute.';

export function readAttributes(
  form: Form,
  names: readonly string[],
): Result<Readonly<Record<string, string>>, readonly FieldError[]> {
  const values = names.map((name) => [name, (form.get(`${ATTRIBUTE_PREFIX}${name}`) ?? '').trim()] as const);
  const missing = values.filter(([, value]) => value === '');
  return missing.length > 0
    ? err(missing.map(([name]) => ({ field: `${ATTRIBUTE_PREFIX}${name}`, key: 'errorNeeded' as const })))
    : ok(Object.fromEntries(values));
}

export async function readReply(
  context: FormContext,
  challenge: PendingChallenge,
): Promise<Result<Reply, PoolError>> {
  const { form } = context;
  switch (challenge.name) {
    case 'NEW_PASSWORD_REQUIRED':
      return ok(readFirstPassword(form, challenge));
    case 'SMS_MFA':
    case 'SMS_OTP':
    case 'EMAIL_OTP':
    case 'SOFTWARE_TOKEN_MFA':
      return ok(answerWith(form, `${challenge.name}_CODE`));
    case 'SELECT_MFA_TYPE':
      return ok(readChoice(form, listOf(challenge.parameters['MFAS_CAN_CHOOSE']), 'answer'));
    case 'SELECT_CHALLENGE':
      return ok(readFirstFactor(form, challenge));
    case 'PASSWORD':
      return ok(needed(form, 'password', (PASSWORD) => ({ PASSWORD })));
    case 'CUSTOM_CHALLENGE':
      return ok(needed(form, 'answer', (ANSWER) => ({ ANSWER })));
    case 'WEB_AUTHN':
      return ok(needed(form, 'credential', (CREDENTIAL) => ({ CREDENTIAL })));
    case 'MFA_SETUP':
      return await readSetUp(context, challenge);
    case 'PASSWORD_VERIFIER':
    case 'PASSWORD_SRP':
    case 'DEVICE_SRP_AUTH':
    case 'DEVICE_PASSWORD_VERIFIER':
    case 'ADMIN_NO_SRP_AUTH':
      return ok({ kind: 'invalid', errors: [{ field: 'main', key: 'errorNotOffered' }] });
  }
}

function readFirstPassword(form: Form, challenge: PendingChallenge): Reply {
  const password = readNewPassword(form);
  const attributes = readAttributes(form, requiredAttributes(challenge));
  if (!attributes.ok || !password.ok)
    return {
      kind: 'invalid',
      errors: [...(attributes.ok ? [] : attributes.error), ...(password.ok ? [] : password.error)],
    };
  const responses = Object.entries(attributes.value).map(([name, value]) => [
    `userAttributes.${name}`,
    value,
  ]);
  return { kind: 'answer', responses: { NEW_PASSWORD: password.value, ...Object.fromEntries(responses) } };
}

export function requiredAttributes(challenge: PendingChallenge): readonly string[] {
  return listOf(challenge.parameters['requiredAttributes']).map((name) =>
    name.replace(/^userAttributes\./, ''),
  );
}

function answerWith(form: Form, member: string): Reply {
  const code = readCode(form);
  return code === ''
    ? { kind: 'invalid', errors: [{ field: 'code', key: 'errorNeeded' }] }
    : { kind: 'answer', responses: { [member]: code } };
}

function needed(form: Form, field: string, make: (value: string) => Readonly<Record<string, string>>): Reply {
  const value = form.get(field) ?? '';
  return value === ''
    ? { kind: 'invalid', errors: [{ field, key: 'errorNeeded' }] }
    : { kind: 'answer', responses: make(value) };
}

function readChoice(form: Form, offered: readonly string[], kind: 'answer' | 'choice'): Reply {
  const choice = form.get('choice') ?? '';
  if (!offered.includes(choice))
    return { kind: 'invalid', errors: [{ field: 'choice', key: 'errorNotOffered' }] };
  return kind === 'choice' ? { kind, choice } : { kind, responses: { ANSWER: choice } };
}

function readFirstFactor(form: Form, challenge: PendingChallenge): Reply {
  if (challenge.choice === 'PASSWORD')
    return needed(form, 'password', (PASSWORD) => ({ ANSWER: 'PASSWORD', PASSWORD }));
  const isPassword = form.get('choice') === 'PASSWORD';
  return readChoice(form, challenge.available, isPassword ? 'choice' : 'answer');
}

const sessionSchema = z.object({ Session: z.string() });

async function readSetUp(
  context: FormContext,
  challenge: PendingChallenge,
): Promise<Result<Reply, PoolError>> {
  const { form } = context;
  if (challenge.choice === undefined)
    return ok(readChoice(form, listOf(challenge.parameters['MFAS_CAN_SETUP']), 'choice'));
  if (challenge.choice === 'EMAIL_OTP')
    return ok(needed(form, 'email', (EMAIL) => ({ EMAIL: EMAIL.trim() })));
  const code = readCode(form);
  if (code === '') return ok({ kind: 'invalid', errors: [{ field: 'code', key: 'errorNeeded' }] });
  const verified = await callPool(context, 'VerifySoftwareToken', {
    Session: challenge.session,
    UserCode: code,
  });
  if (!verified.ok) return verified;
  const { Session } = sessionSchema.parse(Object.fromEntries(verified.value));
  return ok({ kind: 'answer', responses: {}, session: Session });
}
