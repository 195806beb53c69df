import type { Diagnosis } from '../../diagnosis.ts';
import type { ExaminedIssuer } from './examined.ts';

interface Facts {
  readonly issuer: ExaminedIssuer;
  readonly seen: string;
}

type Words = readonly ['ok' | 'warn' | 'fail', (facts: Facts) => string, ((facts: Facts) => string) | null];

const WORDS = {
  issuer_fine: [
    'ok',
    ({ issuer }) => `The issuer ${issuer.id} accepts sign-ins and redirects back to Coffer.`,
    null,
  ],
  issuer_unknown: [
    'fail',
    ({ issuer, seen }) => `${issuer.issuer} has no OpenID Connect discovery document (${seen}).`,
    ({ issuer }) =>
      `Set \`issuer\` of ${issuer.id} in COFFER_OIDC to the URL before \`/.well-known/openid-configuration\`.`,
  ],
  issuer_failing: [
    'warn',
    ({ issuer, seen }) => `The issuer ${issuer.id} reports an internal error (${seen}).`,
    () => 'Run this again later, and check the log of the issuer.',
  ],
  issuer_mismatch: [
    'fail',
    ({ issuer, seen }) => `${issuer.issuer} names ${seen} as its issuer, so every token would be refused.`,
    ({ issuer, seen }) => `Put \`"issuer":"${seen}"\` into ${issuer.id} of COFFER_OIDC, exactly like this.`,
  ],
  issuer_keys_missing: [
    'fail',
    ({ issuer, seen }) => `The issuer ${issuer.id} publishes no keys (${seen}).`,
    () => 'Check that the `jwks_uri` of its discovery document is reachable from this machine.',
  ],
  pages_missing: [
    'fail',
    ({ issuer }) => `The issuer ${issuer.id} has no sign-in pages.`,
    () =>
      'A Cognito pool needs a domain for them: `aws cognito-idp create-user-pool-domain --domain <prefix> --user-pool-id <PoolId>`.',
  ],
  pkce_unknown: [
    'fail',
    ({ issuer, seen }) => `The issuer ${issuer.id} does not support PKCE with S256 (it supports ${seen}).`,
    () => 'Allow `S256` for the client there; Coffer always uses it.',
  ],
  issuer_client_unknown: [
    'fail',
    ({ issuer, seen }) => `The issuer ${issuer.id} does not know the client ${issuer.clientId} (${seen}).`,
    () => 'Copy the id of the client into `clientId`.',
  ],
  issuer_secret_wrong: [
    'fail',
    ({ issuer }) =>
      issuer.clientSecret === undefined
        ? `The client of ${issuer.id} has a secret, but Coffer is not configured with it.`
        : `The issuer ${issuer.id} refuses the secret of the client ${issuer.clientId}.`,
    () =>
      'Copy the secret into `clientSecret`, and let the client authenticate by `client_secret_basic` there; a public client has none.',
  ],
  callback_missing: [
    'fail',
    ({ issuer, seen }) => `The issuer ${issuer.id} does not allow redirects back to Coffer (${seen}).`,
    ({ issuer }) =>
      `Register exactly ${issuer.redirectUri} there. Cognito: \`CallbackURLs\` of the app client.`,
  ],
  sign_out_missing: [
    'warn',
    ({ issuer, seen }) =>
      `The issuer ${issuer.id} does not redirect back after a sign-out (${seen}), so people see an error page.`,
    ({ issuer }) =>
      `Register ${issuer.signedOutUri} there as the URL after a sign-out. Cognito: \`LogoutURLs\` of the app client, and \`"logout":"cognito"\`.`,
  ],
  end_session_missing: [
    'warn',
    ({ issuer }) => `The issuer ${issuer.id} has no URL that ends a session, so people stay signed in there.`,
    () => 'If this is intended, set `"logout":"none"`.',
  ],
  scope_refused: [
    'fail',
    ({ issuer, seen }) =>
      `The issuer ${issuer.id} refuses one of the scopes ${issuer.scopes.join(' ')} (${seen}).`,
    () => 'Allow them for the client there, or request fewer in `scopes`; `openid` and `email` are needed.',
  ],
  code_refused: [
    'fail',
    ({ issuer, seen }) =>
      `The client of ${issuer.id} may not use the authorization code with response type \`code\` (${seen}).`,
    () =>
      'Allow the grant `authorization_code` there. Cognito: `AllowedOAuthFlowsUserPoolClient` true, `AllowedOAuthFlows` with `code`.',
  ],
  authorize_refused: [
    'fail',
    ({ issuer, seen }) => `The issuer ${issuer.id} refuses to start a sign-in (${seen}).`,
    () => 'Look up this error in its documentation, and check its log.',
  ],
} as const satisfies Readonly<Record<string, Words>>;

export type IssuerDiagnosisCode = keyof typeof WORDS;

export function diagnoseIssuer(code: IssuerDiagnosisCode, issuer: ExaminedIssuer, seen = ''): Diagnosis {
  const [severity, message, fix]: Words = WORDS[code];
  const facts = { issuer, seen };
  return { code, severity, message: message(facts), fix: fix === null ? null : fix(facts) };
}
