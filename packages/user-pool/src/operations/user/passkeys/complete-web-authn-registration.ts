import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { hashHandle } from '../../../crypto/ids.ts';
import { errors, type PoolError } from '../../../errors.ts';
import { readClientData, registrationJsonSchema } from '../../../passkeys/credential-json.ts';
import { CREDENTIALS_MAX, verifyRegistration } from '../../../passkeys/registration.ts';
import { getRelyingParty } from '../../../passkeys/relying-party.ts';
import { countWebAuthnCredentials, insertWebAuthnCredential } from '../../../store/web-authn-credentials.ts';
import { takeWebAuthnRegistration } from '../../../store/web-authn-registrations.ts';
import { type AuthorizeDeps, type Authorization, authorize } from '../../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

const completeWebAuthnRegistrationInput = z.object({
  AccessToken: shape.token,
  Credential: z.record(z.string(), z.unknown()),
});

const completeWebAuthnRegistration =
  (deps: AuthorizeDeps) =>
  async ({
    input,
  }: OperationRequest<z.output<typeof completeWebAuthnRegistrationInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    const relyingParty = getRelyingParty(client.pool);
    if (!relyingParty.ok) return relyingParty;
    const response = registrationJsonSchema.safeParse(input.Credential);
    const clientData = response.success ? readClientData(response.data.response.clientDataJSON) : undefined;
    if (!response.success || clientData === undefined) return err(errors.webAuthnCredentialMalformed);
    const taken = await takeChallenge(deps, user.value, clientData.challenge);
    if (!taken.ok) return taken;
    const credential = await verifyRegistration({
      pool: client.pool,
      relyingParty: relyingParty.value,
      account,
      response: response.data,
      clientData,
      now: deps.clock.now(),
    });
    if (!credential.ok) return credential;
    return await deps.db.transaction().execute(async (tx) => {
      if ((await countWebAuthnCredentials(tx, account.id)) >= CREDENTIALS_MAX)
        return err(errors.webAuthnCredentialLimit);
      const isKept = await insertWebAuthnCredential(tx, credential.value);
      return isKept ? ok({}) : err(errors.webAuthnCredentialExists);
    });
  };

/** A challenge allows one attempt, by the user and client that requested it. */
async function takeChallenge(
  deps: AuthorizeDeps,
  { account, client }: Authorization,
  challenge: string,
): Promise<Result<void, PoolError>> {
  const registration = await takeWebAuthnRegistration(deps.db, hashHandle(challenge), account.id);
  if (registration === undefined || registration.expiresAt <= deps.clock.now())
    return err(errors.webAuthnChallengeNotFound);
  return registration.clientId === client.id ? ok(undefined) : err(errors.webAuthnClientMismatch);
}

export const CompleteWebAuthnRegistration = defineOperation(
  'public',
  completeWebAuthnRegistrationInput,
  completeWebAuthnRegistration,
);
