import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { aboutAddress } from '../../accounts/addresses.ts';
import { getVerifiedClient } from '../../accounts/clients.ts';
import { findPerson, type Person } from '../../challenges/person.ts';
import { checkCode, withdrawCode } from '../../codes/codes.ts';
import { codeError } from '../../codes/decoys.ts';
import type { Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import { takeToken } from '../../limits/limits.ts';
import { fitPassword } from '../../passwords/fit-password.ts';
import { findPolicyBreach } from '../../passwords/policy.ts';
import { type Account, findAccount, lockAccount, updatePassword } from '../../store/accounts.ts';
import type { Tx } from '../../store/database/database.ts';
import type { Pool } from '../../store/pools.ts';
import { revokeAllFamilies } from '../../store/tokens.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';
import { mayReset } from './forgot-password.ts';

const confirmForgotPasswordInput = z.object({
  ClientId: shape.clientId,
  SecretHash: shape.shortText.optional(),
  Username: shape.username,
  ConfirmationCode: shape.confirmationCode,
  Password: shape.password,
  UserContextData: shape.userContextData.optional(),
  ClientMetadata: shape.parameters.optional(),
});

type Input = z.output<typeof confirmForgotPasswordInput>;
type ConfirmDeps = Pick<Deps, 'db' | 'clients' | 'clock' | 'vault' | 'limits'>;

/** Ends every session, since others may know the old password. The next sign-in still asks for a second factor. */
const confirmForgotPassword =
  (deps: ConfirmDeps) =>
  async ({ input }: OperationRequest<Input>): OperationResult => {
    const client = await getVerifiedClient(deps, input);
    if (!client.ok) return client;
    const { pool, settings } = client.value;
    const person = await findPerson(deps, client.value, input.Username);
    if (settings.preventUserExistenceErrors === 'LEGACY' && person.account === undefined)
      return err(errors.nameNotFound);
    // The policy is public, and checking it first saves the code for another try.
    const breach = findPolicyBreach(pool.settings.passwordPolicy, input.Password, [input.Username]);
    if (breach !== undefined) return err(errors.passwordUnfit(breach));
    if (!(await takeToken(deps, { subject: person.subject, rule: 'forgotPassword' })))
      return err(errors.attemptLimitExceeded);
    return await deps.db.transaction().execute((tx) => confirm(deps, tx, { pool, person, input }));
  };

async function confirm(
  deps: ConfirmDeps,
  tx: Tx,
  request: { readonly pool: Pool; readonly person: Person; readonly input: Input },
): Promise<Result<object, PoolError>> {
  const { pool, person, input } = request;
  // Looks up decoy users too, and locks the row only after the code matched: timing must not show which users exist.
  const about = aboutReset(pool, await findAccount(tx, pool.id, person.subject));
  const claim = { subject: { id: person.subject, poolId: pool.id }, purpose: 'forgot', about } as const;
  const outcome = await checkCode(deps, tx, { ...claim, code: input.ConfirmationCode, isKept: true });
  if (outcome !== 'right') return err(codeError(outcome));
  const account = await lockAccount(tx, pool.id, person.subject);
  if (account === undefined || aboutReset(pool, account) !== about) return err(errors.codeMismatch);
  const fit = await fitPassword(deps, tx, { pool, account, password: input.Password });
  if (!fit.ok) return fit;
  await withdrawCode(tx, claim);
  const now = deps.clock.now();
  await updatePassword(tx, account.id, {
    ...fit.value,
    status: 'CONFIRMED',
    temporaryPasswordExpiresAt: null,
    now,
  });
  await revokeAllFamilies(tx, account.id, now);
  return ok({});
}

function aboutReset(pool: Pool, account: Account | undefined): string {
  const reset = mayReset(pool, account);
  return reset.ok ? aboutAddress(reset.value.address) : '';
}

export const ConfirmForgotPassword = defineOperation(
  'public',
  confirmForgotPasswordInput,
  confirmForgotPassword,
);
