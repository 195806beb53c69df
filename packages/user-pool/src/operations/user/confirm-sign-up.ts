import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { aboutAddress, signUpAddress } from '../../accounts/addresses.ts';
import { refusingTakenAliases, rewriteAccount, withProof } from '../../accounts/change-account.ts';
import { getVerifiedClient } from '../../accounts/clients.ts';
import { isSignUpSession } from '../../accounts/sign-up-session.ts';
import { findPerson, type Person } from '../../challenges/person.ts';
import { beginSession } from '../../challenges/sessions.ts';
import { checkCode } from '../../codes/codes.ts';
import { codeError } from '../../codes/decoys.ts';
import type { Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import { takeToken } from '../../limits/limits.ts';
import { type Account, findAccount, lockAccount, noteSignUp } from '../../store/accounts.ts';
import type { Tx } from '../../store/database/database.ts';
import type { Client } from '../../store/pools.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const confirmSignUpInput = z.object({
  ClientId: shape.clientId,
  SecretHash: shape.shortText.optional(),
  Username: shape.username,
  ConfirmationCode: shape.confirmationCode,
  ForceAliasCreation: shape.flag.optional(),
  Session: shape.session.optional(),
  UserContextData: shape.userContextData.optional(),
  ClientMetadata: shape.parameters.optional(),
});

type Input = z.output<typeof confirmSignUpInput>;
type ConfirmDeps = Pick<Deps, 'db' | 'clients' | 'clock' | 'vault' | 'limits'>;

const confirmSignUp =
  (deps: ConfirmDeps) =>
  async ({ input }: OperationRequest<Input>): OperationResult => {
    const client = await getVerifiedClient(deps, input);
    if (!client.ok) return client;
    const person = await findPerson(deps, client.value, input.Username);
    const reported = reportIfUnknown(client.value, person);
    if (!reported.ok) return reported;
    if (!(await takeToken(deps, { subject: person.subject, rule: 'confirmSignUp' })))
      return err(errors.attemptLimitExceeded);
    return await refusingTakenAliases(() =>
      deps.db.transaction().execute((tx) => confirm(deps, tx, { client: client.value, person, input })),
    );
  };

function reportIfUnknown(client: Client, { account }: Person): Result<void, PoolError> {
  if (client.settings.preventUserExistenceErrors === 'ENABLED') return ok(undefined);
  if (account === undefined) return err(errors.nameNotFound);
  return account.status === 'UNCONFIRMED' ? ok(undefined) : err(errors.cannotBeConfirmed(account.status));
}

async function confirm(
  deps: ConfirmDeps,
  tx: Tx,
  request: { readonly client: Client; readonly person: Person; readonly input: Input },
): Promise<Result<object, PoolError>> {
  const { client, person, input } = request;
  const { pool } = client;
  // Looks up decoy users too, and locks the row only after the code matched: timing must not show which users exist.
  const found = await findAccount(tx, pool.id, person.subject);
  const address = found && signUpAddress(pool, found);
  const about = address === undefined ? '' : aboutAddress(address);
  const outcome = await checkCode(deps, tx, {
    subject: { id: person.subject, poolId: pool.id },
    purpose: 'sign_up',
    about,
    code: input.ConfirmationCode,
  });
  if (outcome !== 'right') return err(codeError(outcome));
  const account = await lockAccount(tx, pool.id, person.subject);
  const isSame = account?.attributes[address?.attribute ?? ''] === address?.value;
  if (account?.status !== 'UNCONFIRMED' || address === undefined || !isSame) return err(errors.codeMismatch);
  const confirmed = await rewriteAccount(deps, tx, {
    pool,
    account,
    ...withProof(account, address),
    status: 'CONFIRMED',
    isForced: input.ForceAliasCreation === true,
  });
  await noteSignUp(tx, account.id);
  // Reading the address proves enough to sign in without a password. Some clients (aws-amplify) do not send the Session
  // of SignUp; a Session that is sent must match.
  const canSignIn =
    client.settings.explicitAuthFlows.includes('ALLOW_USER_AUTH') &&
    (input.Session === undefined ||
      isSignUpSession(deps, client, { session: input.Session, subject: account.id }));
  return ok(canSignIn ? { Session: await beginSignIn(deps, tx, { client, account: confirmed }) } : {});
}

/** With this Session, InitiateAuth (USER_AUTH) signs the user in directly. */
async function beginSignIn(
  deps: ConfirmDeps,
  tx: Tx,
  of: { readonly client: Client; readonly account: Account },
): Promise<string> {
  const { client, account } = of;
  const session = await beginSession(deps, tx, {
    client,
    person: { account, subject: account.id },
    step: 'SIGNED_UP',
    state: { flow: 'USER_AUTH' },
  });
  return session.handle;
}

export const ConfirmSignUp = defineOperation('public', confirmSignUpInput, confirmSignUp);
