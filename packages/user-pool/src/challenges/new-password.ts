import { err, ok, type Result } from '@coffer/kit';
import { mergeAttributes } from '../accounts/attributes.ts';
import { errors, type PoolError } from '../errors.ts';
import { createCredential } from '../passwords/credential.ts';
import { findPolicyBreach } from '../passwords/policy.ts';
import { type Account, type Attributes, updatePassword } from '../store/accounts.ts';
import type { Client } from '../store/pools.ts';
import { advance } from './advance.ts';
import type { AnswerHandler } from './answer.ts';
import { consumeSession, openSession } from './sessions.ts';

const ATTRIBUTE_PREFIX = 'userAttributes.';

/** NEW_PASSWORD_REQUIRED: a temporary password is replaced by the user's own. */
export const answerNewPassword: AnswerHandler = async (deps, answer) => {
  const password = answer.responses['NEW_PASSWORD'];
  if (password === undefined) return err(errors.missingParameter('NEW_PASSWORD'));
  if (answer.session === undefined) return err(errors.missingParameter('Session'));
  const opened = await openSession(deps, {
    handle: answer.session,
    steps: ['NEW_PASSWORD_REQUIRED'],
    client: answer.client,
    username: answer.username,
  });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;

  const attributes = readAttributes(answer.client, account, answer.responses);
  if (!attributes.ok) return attributes;
  const { passwordPolicy } = answer.client.pool.settings;
  const personal = [attributes.value['email'], attributes.value['name'], account.username];
  const breach = findPolicyBreach(passwordPolicy, password, personal);
  if (breach !== undefined) return err(errors.passwordUnfit(breach));

  const credential = createCredential(deps.vault, account, password);
  return await advance(deps, {
    client: answer.client,
    account: { ...account, status: 'CONFIRMED', attributes: attributes.value },
    passed: 'NEW_PASSWORD_REQUIRED',
    commit: async (tx) => {
      const consumed = await consumeSession(deps, tx, session);
      if (!consumed.ok) return consumed;
      const isReplaced = await updatePassword(tx, account.id, {
        credential,
        status: 'CONFIRMED',
        temporaryPasswordExpiresAt: null,
        attributes: attributes.value,
        now: deps.clock.now(),
        ...(account.credential === undefined ? {} : { replaces: account.credential }),
      });
      return isReplaced ? ok(undefined) : err(errors.sessionInvalid);
    },
  });
};

function readAttributes(
  client: Client,
  account: Account,
  responses: Readonly<Record<string, string>>,
): Result<Attributes, PoolError> {
  const given = Object.entries(responses)
    .filter(([name]) => name.startsWith(ATTRIBUTE_PREFIX))
    .map(([name, Value]) => ({ Name: name.slice(ATTRIBUTE_PREFIX.length), Value }));
  return mergeAttributes(client.pool, account.attributes, { given, by: 'user' });
}
