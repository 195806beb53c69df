import { isSecureOrigin } from './origins.ts';
import type { MailConfig, Report } from './sign-in.ts';
import type { SecondFactorRule, VariableName, VariableValues } from './variables.ts';

export interface EmbeddedPoolConfig {
  readonly kind: 'embedded';
  readonly port: number;
  /** Undefined: messages wait in the pool's outbox, which the administrator reads on this machine. */
  readonly mail: MailConfig | undefined;
  readonly sms: SmsConfig | undefined;
  /** Where browsers reach the pool's own pages. Undefined: the pages are off. */
  readonly pagesUrl: string | undefined;
  /** Origins whose pages may call the pool. */
  readonly corsOrigins: readonly string[];
  readonly secondFactor: SecondFactorRule;
  /** Email domains that may sign up. Empty: any. */
  readonly signUpDomains: readonly string[];
}

/** HTTP endpoint that sends SMS. */
export interface SmsConfig {
  readonly url: string;
  readonly secret: string;
}

/** The issuer id of the pool's own pages. */
export const OWN_PAGES_ID = 'pool';

const ONLY_EMBEDDED = [
  'COFFER_SMS_URL',
  'COFFER_SMS_SECRET',
  'COFFER_POOL_URL',
  'COFFER_POOL_ORIGINS',
  'COFFER_SECOND_FACTOR',
  'COFFER_SIGN_UP_DOMAINS',
] as const satisfies readonly VariableName[];

/** Refuses settings that only the embedded pool reads. */
export function refuseBesideOther(isGiven: IsGiven, report: Report): void {
  for (const name of ONLY_EMBEDDED)
    if (isGiven(name))
      report(name, 'belongs to the embedded pool; with COFFER_POOL_* set, set this at the pool itself');
}

type IsGiven = (name: VariableName) => boolean;

export function embeddedPoolOf(
  values: VariableValues,
  isGiven: IsGiven,
  {
    url,
    mail,
    report,
  }: { readonly url: string; readonly mail: MailConfig | undefined; readonly report: Report },
): EmbeddedPoolConfig {
  const { COFFER_POOL_URL: pagesUrl, COFFER_SIGN_IN: methods } = values;
  const signUpDomains = values.COFFER_SIGN_UP_DOMAINS ?? [];
  if (pagesUrl !== undefined) checkPages(values, { pagesUrl, url, report });
  if (signUpDomains.length > 0 && mail === undefined)
    report('COFFER_SIGN_UP_DOMAINS', 'needs COFFER_SMTP: a code by mail proves the address');
  if (signUpDomains.length > 0 && methods?.includes('sign-up') === false)
    report('COFFER_SIGN_UP_DOMAINS', 'needs sign-up in COFFER_SIGN_IN, or no COFFER_SIGN_IN');
  return {
    kind: 'embedded',
    port: values.COFFER_POOL_PORT ?? 8422,
    mail,
    sms: smsOf(values, isGiven, report),
    pagesUrl,
    corsOrigins: values.COFFER_POOL_ORIGINS ?? [],
    secondFactor: values.COFFER_SECOND_FACTOR ?? 'optional',
    signUpDomains,
  };
}

function checkPages(
  values: VariableValues,
  { pagesUrl, url, report }: { readonly pagesUrl: string; readonly url: string; readonly report: Report },
): void {
  if (!isSecureOrigin(pagesUrl))
    report(
      'COFFER_POOL_URL',
      'is plain http on an address other than this machine: people type passwords there. Let the reverse proxy lead an https ' +
        'address of its own (such as https://login.example.org) to 127.0.0.1:8422 and name it here',
    );
  if (new URL(pagesUrl).hostname === new URL(url).hostname)
    report(
      'COFFER_POOL_URL',
      'must have another host name than COFFER_URL, such as http://127.0.0.1:8422 beside http://localhost:8420: cookies do not keep ports apart',
    );
  if (values.COFFER_OIDC?.some(({ id }) => id === OWN_PAGES_ID) === true)
    report('COFFER_OIDC', `names an issuer ${OWN_PAGES_ID}, which is the pool itself with COFFER_POOL_URL`);
}

function smsOf(values: VariableValues, isGiven: IsGiven, report: Report): SmsConfig | undefined {
  const { COFFER_SMS_URL: url, COFFER_SMS_SECRET: secret } = values;
  if (url !== undefined && !isSecureOrigin(url))
    report('COFFER_SMS_URL', 'must be https: codes travel there');
  if (url !== undefined && secret !== undefined) return { url, secret };
  const isHalf = isGiven('COFFER_SMS_URL') !== isGiven('COFFER_SMS_SECRET');
  if (isHalf && url !== undefined)
    report('COFFER_SMS_SECRET', 'is missing: it signs what is posted to COFFER_SMS_URL');
  if (isHalf && secret !== undefined)
    report('COFFER_SMS_URL', 'is missing: COFFER_SMS_SECRET alone sends nothing');
  return undefined;
}
