import type { Diagnosis } from '../../diagnosis.ts';
import type { NetworkError } from '../../network/probe-url.ts';

const NETWORK = 'Check the host name and the port, and that no firewall or proxy blocks the connection.';

const WORDS: Readonly<Record<NetworkError, (url: string, setting: string) => readonly [string, string]>> = {
  name_unknown: (url, setting) => [
    `The host name of ${url} cannot be resolved.`,
    `Correct ${setting}, or the DNS settings of this machine.`,
  ],
  unreachable: (url) => [`${url} cannot be reached.`, NETWORK],
  timeout: (url) => [`${url} does not respond in time.`, NETWORK],
  tls_expired: (url) => [
    `The certificate of ${url} has expired or is not valid yet.`,
    'Renew the certificate there, and check the clock of this machine.',
  ],
  tls_untrusted: (url) => [
    `The certificate of ${url} comes from an authority that this machine does not trust.`,
    'Start Coffer with NODE_EXTRA_CA_CERTS=/path/to/authority.pem, or use a certificate of a known authority.',
  ],
  tls_name_mismatch: (url, setting) => [
    `The certificate of ${url} is for a different host name.`,
    `Use the host name of the certificate in ${setting}.`,
  ],
  tls_not_spoken: (url, setting) => [
    `${url} does not speak TLS.`,
    `Specify the port that speaks TLS in ${setting}.`,
  ],
  not_http: (url) => [`The service at ${url} does not speak HTTP.`, NETWORK],
};

export function diagnoseNetworkError(networkError: NetworkError, url: string, setting: string): Diagnosis {
  const [message, fix] = WORDS[networkError](url, setting);
  return { code: networkError, severity: 'fail', message, fix };
}
