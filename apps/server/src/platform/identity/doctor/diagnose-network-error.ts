import type { Diagnosis } from '../../diagnosis.ts';
import type { NetworkError } from '../../network/probe-url.ts';

const NETWORK = 'Check the name and the port, and that no firewall or proxy is between.';

const WORDS: Readonly<Record<NetworkError, (url: string, setting: string) => readonly [string, string]>> = {
  name_unknown: (url, setting) => [
    `The name of ${url} is not known here.`,
    `Correct ${setting}, or the name servers of this machine.`,
  ],
  unreachable: (url) => [`Nobody answers at ${url}.`, NETWORK],
  timeout: (url) => [`${url} does not answer in time.`, NETWORK],
  tls_expired: (url) => [
    `The certificate of ${url} is over, or not yet good.`,
    'Renew the certificate there, and see that the clock of this machine is right.',
  ],
  tls_untrusted: (url) => [
    `The certificate of ${url} comes from nobody that is trusted here.`,
    'Start Coffer with NODE_EXTRA_CA_CERTS=/path/to/authority.pem, or use a certificate of a known authority.',
  ],
  tls_name_mismatch: (url, setting) => [
    `The certificate of ${url} is for another name.`,
    `Put the name that is in the certificate into ${setting}.`,
  ],
  tls_not_spoken: (url, setting) => [
    `${url} does not speak TLS.`,
    `Name the port that speaks TLS in ${setting}.`,
  ],
  not_http: (url) => [`What answers at ${url} does not speak HTTP.`, NETWORK],
};

export function diagnoseNetworkError(networkError: NetworkError, url: string, setting: string): Diagnosis {
  const [message, fix] = WORDS[networkError](url, setting);
  return { code: networkError, severity: 'fail', message, fix };
}
