import type { DeclaredPoolInput } from '@coffer/user-pool';
import type { SignInMethod } from '../config-variables.ts';
import { mayHavePasskeys } from '../passkey-host.ts';
import type { Secrets } from './secrets.ts';

/** What the embedded pool has to know of the application that it serves. */
export interface PoolPurpose {
  /** COFFER_URL: the page that passkeys belong to. */
  readonly appUrl: string;
  readonly signInMethods: readonly SignInMethod[];
  /** Whether mail leaves this machine; without it codes wait in the outbox. */
  readonly hasMail: boolean;
}

type PoolSecrets = Pick<Secrets, 'poolId' | 'poolClientId' | 'poolClientSecret'>;

/** The one pool with its one client: the rules that people of this Coffer sign in by. */
export function declarePool(secrets: PoolSecrets, purpose: PoolPurpose): DeclaredPoolInput {
  const { appUrl, hasMail } = purpose;
  const offered = new Set(purpose.signInMethods);
  const hasPasskeys = mayHavePasskeys(appUrl);
  const hasCodes = offered.has('choice') && hasMail;
  return {
    id: secrets.poolId,
    name: 'Coffer',
    usernameAttributes: ['email'],
    isUsernameCaseSensitive: false,
    mfaConfiguration: 'OPTIONAL',
    authSessionValidityMinutes: 15,
    autoVerifiedAttributes: ['email'],
    attributesVerifiedBeforeUpdate: ['email'],
    isSelfSignUpAllowed: offered.has('sign-up'),
    emailMfa: { isEnabled: hasMail },
    firstFactors: [
      'PASSWORD',
      ...(hasPasskeys ? (['WEB_AUTHN'] as const) : []),
      ...(hasCodes ? (['EMAIL_OTP'] as const) : []),
    ],
    ...(hasPasskeys
      ? {
          webAuthn: {
            relyingPartyId: new URL(appUrl).hostname,
            origins: [appUrl],
            // The passkey is the only factor then: it has to show that the person is there.
            userVerification: 'required',
          },
        }
      : {}),
    ...(offered.has('custom') ? { customAuth: { kind: 'email_code' } } : {}),
    clients: [
      {
        id: secrets.poolClientId,
        name: 'Coffer server',
        secret: secrets.poolClientSecret,
        explicitAuthFlows: [
          'ALLOW_USER_SRP_AUTH',
          ...(hasPasskeys || hasCodes ? (['ALLOW_USER_AUTH'] as const) : []),
          ...(offered.has('custom') ? (['ALLOW_CUSTOM_AUTH'] as const) : []),
        ],
        // A refresh token that was stolen and used shows: the second use revokes the family.
        rotation: { retryGracePeriodSeconds: 60 },
        // The server relays sign-ins, and tells whose address they come from.
        propagateUserContext: true,
      },
    ],
  };
}
