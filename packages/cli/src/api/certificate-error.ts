/** Codes of OpenSSL for certificates, and the one of Node.js for other host names. */
const CERTIFICATE = /^(?!ERR_SSL_)\w*CERT|^(UNABLE_TO|CRL)_|^(HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)$/;

/** Whether the certificate of the other side is not valid here. Trying again does not help. */
export function isCertificateError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && CERTIFICATE.test(String(error.code))) return true;
  // `fetch` wraps the error of the connection.
  return isCertificateError(error.cause);
}
