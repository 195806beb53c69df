import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { type Address, codeLifeMs, recoveryAddress, sendAddressCode } from '../../accounts/addresses.ts';
import { getVerifiedClient } from '../../accounts/clients.ts';
import { findPerson } from '../../challenges/person.ts';
import { pretendToSend } from '../../codes/decoys.ts';
import type { Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import { takeToken } from '../../limits/limits.ts';
import type { Account } from '../../store/accounts.ts';
import type { Pool } from '../../store/pools.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const forgotPasswordInput = z.object({
  ClientId: shape.clientId,
  SecretHash: shape.shortText.optional(),
  Username: shape.username,
  UserContextData: shape.userContextData.optional(),
  ClientMetadata: shape.parameters.optional(),
});

/** Users without a password get the same answer. */
const forgotPassword =
  (deps: Pick<Deps, 'db' | 'clients' | 'clock' | 'vault' | 'limits'>) =>
  async ({ input }: OperationRequest<z.output<typeof forgotPasswordInput>>): OperationResult => {
    const client = await getVerifiedClient(deps, input);
    if (!client.ok) return client;
    const { pool, settings } = client.value;
    const person = await findPerson(deps, client.value, input.Username);
    const reset = mayReset(pool, person.account);
    if (!reset.ok && settings.preventUserExistenceErrors === 'LEGACY') return reset;
    if (!(await takeToken(deps, { subject: person.subject, rule: 'forgotPassword' })))
      return err(errors.attemptLimitExceeded);
    const details = await deps.db.transaction().execute(async (tx) =>
      reset.ok
        ? await sendAddressCode(deps, tx, { pool, ...reset.value, purpose: 'forgot' })
        : await pretendToSend(deps, tx, {
            pool,
            name: input.Username,
            subject: person.subject,
            purpose: 'forgot',
            lifeMs: codeLifeMs(pool, 'forgot'),
          }),
    );
    return ok({ CodeDeliveryDetails: details });
  };

export function mayReset(
  pool: Pool,
  account: Account | undefined,
): Result<{ readonly account: Account; readonly address: Address }, PoolError> {
  if (account === undefined) return err(errors.nameNotFound);
  if (!account.isEnabled) return err(errors.userIsDisabled);
  const hasPassword = account.status === 'CONFIRMED' || account.status === 'RESET_REQUIRED';
  if (!hasPassword && account.status !== 'UNCONFIRMED') return err(errors.cannotBeReset);
  const address = hasPassword ? recoveryAddress(pool, account) : undefined;
  return address === undefined ? err(errors.nothingToReset) : ok({ account, address });
}

export const ForgotPassword = defineOperation('public', forgotPasswordInput, forgotPassword);
