import type { DeclaredPoolInput } from '@coffer/user-pool';
import type { SecondFactorRule, SignInMethod } from '../config/variables.ts';
import { mayHavePasskeys } from '../config/passkey-host.ts';
import type { Secrets } from './secrets.ts';

/** What the embedded pool needs to know about the application. */
export interface PoolPurpose {
  /** COFFER_URL: the origin that passkeys belong to. */
  readonly appUrl: string;
  readonly signInMethods: readonly SignInMethod[];
  /** Without mail, codes wait in the outbox. */
  readonly hasMail: boolean;
  readonly hasSms: boolean;
  readonly secondFactor: SecondFactorRule;
  /** Email domains that may sign up. Empty: any. */
  readonly signUpDomains: readonly string[];
  /** Undefined: the pool's own pages are off. */
  readonly pages: PoolPages | undefined;
}

export interface PoolPages {
  readonly url: string;
  /** Redirect targets after sign-in and sign-out. */
  readonly redirectUri: string;
  readonly signedOutUri: string;
}

const MFA_CONFIGURATION = { off: 'OFF', optional: 'OPTIONAL', required: 'ON' } as const;

type PoolSecrets = Pick<Secrets, 'poolId' | 'poolClientId' | 'poolClientSecret'>;

/** Declares the one pool with its one client and its sign-in rules. */
export function declarePool(secrets: PoolSecrets, purpose: PoolPurpose): DeclaredPoolInput {
  const { appUrl, hasMail, hasSms, pages, secondFactor } = purpose;
  const offered = new Set(purpose.signInMethods);
  const hasPasskeys = mayHavePasskeys(appUrl);
  const hasCodes = offered.has('choice') && hasMail;
  return {
    id: secrets.poolId,
    name: 'Coffer',
    usernameAttributes: ['email'],
    isUsernameCaseSensitive: false,
    mfaConfiguration: MFA_CONFIGURATION[secondFactor],
    authSessionValidityMinutes: 15,
    autoVerifiedAttributes: ['email'],
    attributesVerifiedBeforeUpdate: ['email'],
    isSelfSignUpAllowed: offered.has('sign-up'),
    signUpDomains: [...purpose.signUpDomains],
    emailMfa: { isEnabled: hasMail },
    smsMfa: { isEnabled: hasSms },
    firstFactors: [
      'PASSWORD',
      ...(hasPasskeys ? (['WEB_AUTHN'] as const) : []),
      ...(hasCodes ? (['EMAIL_OTP'] as const) : []),
    ],
    ...(hasPasskeys
      ? {
          webAuthn: {
            relyingPartyId: new URL(appUrl).hostname,
            origins: [appUrl, ...(pages !== undefined && isBelow(pages.url, appUrl) ? [pages.url] : [])],
            // The passkey is the only factor, so it has to verify the user.
            userVerification: 'required',
            // A passkey with user verification counts as both factors.
            ...(secondFactor === 'required'
              ? { factorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION' as const }
              : {}),
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
        // The second use of a stolen refresh token revokes the family.
        rotation: { retryGracePeriodSeconds: 60 },
        // The server relays sign-ins and sends the client's address.
        propagateUserContext: true,
        ...(pages === undefined ? {} : allowRedirects(pages)),
      },
    ],
  };
}

function allowRedirects({ redirectUri, signedOutUri }: PoolPages) {
  return {
    isOAuthAllowed: true,
    oauthFlows: ['code' as const],
    oauthScopes: ['openid', 'email', 'profile'],
    callbackUrls: [redirectUri],
    logoutUrls: [signedOutUri],
  };
}

/** Passkeys of a host also work on its subdomains (WebAuthn level 3, 5.1.3). */
function isBelow(url: string, appUrl: string): boolean {
  return new URL(url).hostname.endsWith(`.${new URL(appUrl).hostname}`);
}
