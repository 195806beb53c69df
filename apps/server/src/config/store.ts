import { checkTls, demandAll } from './checks.ts';
import { isLoopback, isSecureOrigin } from './origins.ts';
import type { Report } from './sign-in.ts';
import type { VariableName, VariableValues } from './variables.ts';

export type StoreConfig =
  | {
      readonly kind: 'embedded';
      readonly port: number;
      /** Where browsers reach the store. Needs another host name than the application, because cookies ignore ports. */
      readonly publicUrl: string;
    }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly publicEndpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly prefix: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly forcePathStyle: boolean;
    };

const MUST_BE_ANOTHER_HOST = 'must have another host name than COFFER_URL: cookies do not keep ports apart';
const STORE_NEEDED = [
  'COFFER_S3_ENDPOINT',
  'COFFER_S3_BUCKET',
  'COFFER_S3_ACCESS_KEY_ID',
  'COFFER_S3_SECRET_ACCESS_KEY',
] as const;
const STORE_GROUP = [
  ...STORE_NEEDED,
  'COFFER_S3_PUBLIC_ENDPOINT',
  'COFFER_S3_REGION',
  'COFFER_S3_PREFIX',
  'COFFER_S3_PATH_STYLE',
] as const;

export function storeOf(
  values: VariableValues,
  isGiven: (name: VariableName) => boolean,
  { url, report }: { readonly url: string; readonly report: Report },
): StoreConfig {
  const isRelay = values.COFFER_RELAY === 'on';
  for (const name of ['COFFER_STORE_URL', 'COFFER_S3_PUBLIC_ENDPOINT'] as const) {
    if (isRelay && isGiven(name))
      report(name, 'is where browsers reach the store; with COFFER_RELAY=on none does');
  }
  if (!STORE_GROUP.some(isGiven)) {
    const port = values.COFFER_STORE_PORT ?? 8421;
    const publicUrl = values.COFFER_STORE_URL ?? `http://${otherLoopbackName(url)}:${port}`;
    if (!isRelay) checkStoreUrl({ url, port, publicUrl, isNamed: isGiven('COFFER_STORE_URL') }, report);
    return { kind: 'embedded', port, publicUrl };
  }
  demandAll(STORE_NEEDED, isGiven, { what: 'an object store of your own', group: STORE_GROUP, report });
  if (isGiven('COFFER_STORE_URL'))
    report(
      'COFFER_STORE_URL',
      'belongs to the embedded store; with COFFER_S3_* set, use COFFER_S3_PUBLIC_ENDPOINT',
    );
  const endpoint = values.COFFER_S3_ENDPOINT ?? '';
  const publicEndpoint = values.COFFER_S3_PUBLIC_ENDPOINT ?? endpoint;
  const forcePathStyle = values.COFFER_S3_PATH_STYLE !== 'false';
  if (!isRelay)
    checkPublicEndpoint(
      { url, publicEndpoint, forcePathStyle, isNamed: isGiven('COFFER_S3_PUBLIC_ENDPOINT') },
      report,
    );
  return {
    kind: 's3',
    endpoint,
    publicEndpoint,
    region: values.COFFER_S3_REGION ?? 'us-east-1',
    bucket: values.COFFER_S3_BUCKET ?? '',
    prefix: values.COFFER_S3_PREFIX ?? 'coffer',
    accessKeyId: values.COFFER_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.COFFER_S3_SECRET_ACCESS_KEY ?? '',
    forcePathStyle,
  };
}

function checkPublicEndpoint(
  {
    url,
    publicEndpoint,
    forcePathStyle,
    isNamed,
  }: {
    readonly url: string;
    readonly publicEndpoint: string;
    readonly forcePathStyle: boolean;
    readonly isNamed: boolean;
  },
  report: Report,
): void {
  const named = isNamed ? 'COFFER_S3_PUBLIC_ENDPOINT' : 'COFFER_S3_ENDPOINT';
  if (publicEndpoint !== '' && !isSecureOrigin(publicEndpoint)) {
    report(
      named,
      named === 'COFFER_S3_ENDPOINT'
        ? 'is plain http on another machine, and browsers would send files there; use https, or set COFFER_S3_PUBLIC_ENDPOINT to the https address that browsers use'
        : 'must be https: browsers send files there',
    );
  } else if (publicEndpoint.startsWith('http:') && url.startsWith('https:')) {
    report(named, 'must be https, because COFFER_URL is: browsers refuse to mix the two');
  } else if (forcePathStyle && isSameHost(publicEndpoint, url)) {
    report(named, MUST_BE_ANOTHER_HOST);
  }
}

function checkStoreUrl(
  {
    url,
    port,
    publicUrl,
    isNamed,
  }: {
    readonly url: string;
    readonly port: number;
    readonly publicUrl: string;
    readonly isNamed: boolean;
  },
  report: Report,
): void {
  if (!isNamed) {
    if (isLoopback(url)) return;
    report(
      'COFFER_STORE_URL',
      'is missing. Browsers send files straight to the embedded store, so it needs an https address of its own beside COFFER_URL: ' +
        `let the reverse proxy lead another host name (such as https://bytes.example.org) to 127.0.0.1:${port} and name it here`,
    );
    return;
  }
  checkTls('COFFER_STORE_URL', publicUrl, report);
  if (isSameHost(publicUrl, url)) report('COFFER_STORE_URL', MUST_BE_ANOTHER_HOST);
  if (publicUrl.startsWith('http:') && url.startsWith('https:'))
    report('COFFER_STORE_URL', 'must be https, because COFFER_URL is: browsers refuse to mix the two');
}

function isSameHost(one: string, other: string): boolean {
  return one !== '' && new URL(one).hostname === new URL(other).hostname;
}

function otherLoopbackName(origin: string): string {
  return new URL(origin).hostname === '127.0.0.1' ? 'localhost' : '127.0.0.1';
}
