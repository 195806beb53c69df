import type { Diagnosis } from '../../diagnosis.ts';
import type { ExaminedIssuer } from './examined.ts';

interface Facts {
  readonly issuer: ExaminedIssuer;
  readonly seen: string;
}

type Words = readonly ['ok' | 'warn' | 'fail', (facts: Facts) => string, ((facts: Facts) => string) | null];

const WORDS = {
  issuer_fine: ['ok', ({ issuer }) => `The issuer ${issuer.id} takes people, and sends them back.`, null],
  issuer_unknown: [
    'fail',
    ({ issuer, seen }) => `${issuer.issuer} says nothing of OpenID Connect about itself (${seen}).`,
    ({ issuer }) =>
      `Put the address before \`/.well-known/openid-configuration\` into \`issuer\` of ${issuer.id} in COFFER_OIDC.`,
  ],
  issuer_failing: [
    'warn',
    ({ issuer, seen }) => `The issuer ${issuer.id} answers with its own failure (${seen}).`,
    () => 'Run this again later, and look into the log there.',
  ],
  issuer_mismatch: [
    'fail',
    ({ issuer, seen }) => `${issuer.issuer} calls itself ${seen}: no token would be believed.`,
    ({ issuer, seen }) => `Put \`"issuer":"${seen}"\` into ${issuer.id} of COFFER_OIDC, letter by letter.`,
  ],
  issuer_keys_missing: [
    'fail',
    ({ issuer, seen }) => `The issuer ${issuer.id} publishes no keys (${seen}).`,
    () => 'See that `jwks_uri` of its discovery document answers from this machine.',
  ],
  pages_missing: [
    'fail',
    ({ issuer }) => `The issuer ${issuer.id} has no pages to sign in at.`,
    () =>
      'A pool of Cognito needs a domain for them: `aws cognito-idp create-user-pool-domain --domain <prefix> --user-pool-id <PoolId>`.',
  ],
  pkce_unknown: [
    'fail',
    ({ issuer, seen }) => `The issuer ${issuer.id} takes no PKCE with S256 (it names ${seen}).`,
    () => 'Allow `S256` for the client there; Coffer never signs in without.',
  ],
  issuer_client_unknown: [
    'fail',
    ({ issuer, seen }) => `The issuer ${issuer.id} knows no client ${issuer.clientId} (${seen}).`,
    () => 'Copy the id of the client into `clientId`.',
  ],
  issuer_secret_wrong: [
    'fail',
    ({ issuer }) =>
      issuer.clientSecret === undefined
        ? `The client of ${issuer.id} has a secret, and Coffer was not given it.`
        : `The issuer ${issuer.id} does not take the secret of the client ${issuer.clientId}.`,
    () =>
      'Copy the secret into `clientSecret`, and let the client authenticate by `client_secret_basic` there; a public client has none.',
  ],
  callback_missing: [
    'fail',
    ({ issuer, seen }) => `The issuer ${issuer.id} may not send people back to Coffer (${seen}).`,
    ({ issuer }) =>
      `Register ${issuer.redirectUri} there, letter by letter. Cognito: \`CallbackURLs\` of the app client.`,
  ],
  sign_out_missing: [
    'warn',
    ({ issuer, seen }) =>
      `The issuer ${issuer.id} does not lead back after a sign-out (${seen}): people end on an error.`,
    ({ issuer }) =>
      `Register ${issuer.signedOutUri} there as the address after a sign-out. Cognito: \`LogoutURLs\` of the app client, and \`"logout":"cognito"\`.`,
  ],
  end_session_missing: [
    'warn',
    ({ issuer }) =>
      `The issuer ${issuer.id} has no address that ends a session: people stay signed in there.`,
    () => 'If that is meant, say so: `"logout":"none"`.',
  ],
  scope_refused: [
    'fail',
    ({ issuer, seen }) =>
      `The issuer ${issuer.id} refuses one of the scopes ${issuer.scopes.join(' ')} (${seen}).`,
    () => 'Allow them for the client there, or name fewer in `scopes`; `openid` and `email` are needed.',
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
    ({ issuer, seen }) => `The issuer ${issuer.id} refuses to begin a sign-in (${seen}).`,
    () => 'Look up this word in its documents, and into its log.',
  ],
} as const satisfies Readonly<Record<string, Words>>;

export type IssuerDiagnosisCode = keyof typeof WORDS;

export function diagnoseIssuer(code: IssuerDiagnosisCode, issuer: ExaminedIssuer, seen = ''): Diagnosis {
  const [severity, message, fix]: Words = WORDS[code];
  const facts = { issuer, seen };
  return { code, severity, message: message(facts), fix: fix === null ? null : fix(facts) };
}
