/** What every answer carries, whatever it is. `no-store` is the default; assets say otherwise themselves. */
export function securityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': PERMISSIONS,
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** For answers that are no page: nothing may be loaded, should a browser ever show one. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * For our pages. Scripts and styles come from here alone, bytes from the store alone, and no text becomes script without passing the one
 * Trusted Types policy of the application.
 * @see https://www.w3.org/TR/CSP3/ and https://www.w3.org/TR/trusted-types/
 */
export function pagePolicy(storeOrigin: string): string {
  return [
    "default-src 'self'",
    `connect-src 'self' ${storeOrigin}`,
    `img-src 'self' blob: data: ${storeOrigin}`,
    `media-src 'self' ${storeOrigin}`,
    // Hidden frames, in which a download begins without a word to the page: it comes as an attachment, and nothing is shown.
    `frame-src 'self' ${storeOrigin}`,
    "worker-src 'self'",
    "style-src 'self'",
    // WebAssembly of our own origin: MD5 for stores that know no SHA-256, decoders of PDF images. No JavaScript is evaluated.
    "script-src 'self' 'wasm-unsafe-eval'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types coffer',
  ].join('; ');
}

const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'browsing-topics',
]
  .map((feature) => `${feature}=()`)
  .join(', ');
