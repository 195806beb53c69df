import { isSecureOrigin } from './origins.ts';
import type {
  IssuerConfig,
  MailSender,
  SignInMethod,
  SmtpAddress,
  VariableName,
  VariableValues,
} from './variables.ts';
import { mayHavePasskeys } from './passkey-host.ts';

export interface MailConfig {
  readonly smtp: SmtpAddress;
  readonly from: MailSender;
}

export type Report = (name: VariableName, message: string) => void;

export function mailOf(values: VariableValues, report: Report): MailConfig | undefined {
  const { COFFER_SMTP: smtp, COFFER_MAIL_FROM: from } = values;
  if (smtp !== undefined && from !== undefined) return { smtp, from };
  if (smtp !== undefined) report('COFFER_MAIL_FROM', 'is missing: mail needs a sender');
  if (from !== undefined) report('COFFER_SMTP', 'is missing: COFFER_MAIL_FROM alone sends nothing');
  return undefined;
}

/** The embedded pool offers what it can, another pool only what the settings list. */
export function offeredBy(config: {
  readonly url: string;
  readonly pool:
    | { readonly kind: 'cognito' }
    | { readonly kind: 'embedded'; readonly mail: unknown; readonly signUpDomains: readonly string[] };
}): readonly SignInMethod[] {
  if (config.pool.kind !== 'embedded') return [];
  return [
    ...(mayHavePasskeys(config.url) ? (['passkey'] as const) : []),
    ...(config.pool.mail === undefined ? [] : (['reset'] as const)),
    ...(config.pool.signUpDomains.length === 0 ? [] : (['sign-up'] as const)),
  ];
}

export function issuersOf(values: VariableValues, report: Report): readonly IssuerConfig[] {
  const issuers = values.COFFER_OIDC ?? [];
  if (new Set(issuers.map(({ id }) => id)).size < issuers.length)
    report('COFFER_OIDC', 'names two issuers by the same id');
  for (const { issuer } of issuers) {
    if (!isSecureOrigin(issuer)) report('COFFER_OIDC', 'must name its issuers by https: tokens travel there');
  }
  return issuers;
}
