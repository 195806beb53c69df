import { err, ok, type Result } from '@coffer/kit';
import { requiredAttributes } from '../accounts/attribute-schema.ts';
import { findMissingAttribute, mergeAttributes } from '../accounts/attributes.ts';
import { refusingTakenAliases, rewriteAccount } from '../accounts/change-account.ts';
import { checkWritable } from '../accounts/client-attributes.ts';
import { errors, type PoolError } from '../errors.ts';
import { fitPassword } from '../passwords/fit-password.ts';
import { type Account, type Attributes, updatePassword } from '../store/accounts.ts';
import type { Client } from '../store/pools.ts';
import { advance } from './advance.ts';
import type { AnswerHandler } from './answer.ts';
import { consumeSession, openSession } from './sessions.ts';

const ATTRIBUTE_PREFIX = 'userAttributes.';

/** NEW_PASSWORD_REQUIRED: replaces a temporary password and adds missing required attributes. */
export const answerNewPassword: AnswerHandler = async (deps, answer) => {
  const { client } = answer;
  const password = answer.responses['NEW_PASSWORD'];
  if (password === undefined) return err(errors.missingParameter('NEW_PASSWORD'));
  if (answer.session === undefined) return err(errors.missingParameter('Session'));
  const opened = await openSession(deps, {
    handle: answer.session,
    steps: ['NEW_PASSWORD_REQUIRED'],
    client,
    username: answer.username,
  });
  if (!opened.ok) return opened;
  const { session, account: present } = opened.value;
  const attributes = readAttributes(client, present, answer.responses);
  if (!attributes.ok) return attributes;
  const account: Account = { ...present, attributes: attributes.value };
  const fit = await fitPassword(deps, deps.db, { pool: client.pool, account, password });
  if (!fit.ok) return fit;
  return await refusingTakenAliases(() =>
    advance(deps, {
      ...answer,
      account: { ...account, status: 'CONFIRMED' },
      state: session.state,
      passed: 'NEW_PASSWORD_REQUIRED',
      commit: async (tx) => {
        const consumed = await consumeSession(deps, tx, session);
        if (!consumed.ok) return consumed;
        const isReplaced = await updatePassword(tx, account.id, {
          ...fit.value,
          status: 'CONFIRMED',
          temporaryPasswordExpiresAt: null,
          now: deps.clock.now(),
          ...(account.credential === undefined ? {} : { replaces: account.credential }),
        });
        if (!isReplaced) return err(errors.sessionInvalid);
        await rewriteAccount(deps, tx, { pool: client.pool, account, status: 'CONFIRMED' });
        return ok(undefined);
      },
    }),
  );
};

function readAttributes(
  client: Client,
  account: Account,
  responses: Readonly<Record<string, string>>,
): Result<Attributes, PoolError> {
  const given = Object.entries(responses)
    .filter(([name]) => name.startsWith(ATTRIBUTE_PREFIX))
    .map(([name, Value]) => ({ Name: name.slice(ATTRIBUTE_PREFIX.length), Value }))
    .filter(({ Name, Value }) => account.attributes[Name] !== Value);
  const writable = checkWritable(
    client,
    given.map(({ Name }) => Name),
  );
  if (!writable.ok) return writable;
  const required = requiredAttributes(client.pool);
  const isProvided = ({ Name }: { readonly Name: string }) => account.attributes[Name] !== undefined;
  const fixed = given.find((each) => isProvided(each) && required.includes(each.Name));
  if (fixed !== undefined) return err(errors.attributeIsProvided(fixed.Name));
  const changed = mergeAttributes(client.pool, account.attributes, {
    given: given.filter(isProvided),
    by: 'user',
  });
  if (!changed.ok) return changed;
  const merged = mergeAttributes(client.pool, changed.value, {
    given: given.filter((each) => !isProvided(each)),
    by: 'user',
    isNew: true,
  });
  if (!merged.ok) return merged;
  const missing = findMissingAttribute(client.pool, merged.value);
  return missing === undefined ? merged : err(missing);
}
