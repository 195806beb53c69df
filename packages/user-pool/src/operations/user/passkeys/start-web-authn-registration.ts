import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { hashHandle } from '../../../crypto/ids.ts';
import { errors } from '../../../errors.ts';
import {
  CEREMONY_LIFE_MS,
  CREDENTIALS_MAX,
  createChallenge,
  createRegistrationOptions,
} from '../../../passkeys/registration.ts';
import { getRelyingParty } from '../../../passkeys/relying-party.ts';
import { listWebAuthnCredentials } from '../../../store/web-authn-credentials.ts';
import { insertWebAuthnRegistration } from '../../../store/web-authn-registrations.ts';
import { type AuthorizeDeps, authorize } from '../../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

const startWebAuthnRegistrationInput = z.object({ AccessToken: shape.token });

const startWebAuthnRegistration =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof startWebAuthnRegistrationInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    const relyingParty = getRelyingParty(client.pool);
    if (!relyingParty.ok) return relyingParty;
    const page = { limit: CREDENTIALS_MAX, after: undefined };
    const credentials = await listWebAuthnCredentials(deps.db, account.id, page);
    if (credentials.length >= CREDENTIALS_MAX) return err(errors.webAuthnCredentialLimit);
    const challenge = createChallenge();
    await insertWebAuthnRegistration(deps.db, {
      challengeHash: hashHandle(challenge),
      accountId: account.id,
      clientId: client.id,
      expiresAt: new Date(deps.clock.now().getTime() + CEREMONY_LIFE_MS),
    });
    const options = await createRegistrationOptions({
      pool: client.pool,
      relyingParty: relyingParty.value,
      account,
      credentials,
      challenge,
    });
    return ok({ CredentialCreationOptions: options });
  };

export const StartWebAuthnRegistration = defineOperation(
  'public',
  startWebAuthnRegistrationInput,
  startWebAuthnRegistration,
);
