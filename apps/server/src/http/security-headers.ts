/** Headers of every response. */
export function securityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** Headers that only documents and workers obey. Scripts and styles do not need them, and are many. */
export const DOCUMENT_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy(),
} as const;

export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For a mail message with its own styles in a frame of Coffer. It may run and fetch nothing. */
export const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

/**
 * Allows scripts and styles only from this origin, the branding's style by its hash, bytes only from the store, and
 * script URLs only through one Trusted Types policy.
 * @see https://www.w3.org/TR/CSP3/ and https://www.w3.org/TR/trusted-types/
 */
export function pagePolicy(storeOrigin: string, styleHash?: string): string {
  return [
    "default-src 'self'",
    `connect-src 'self' ${storeOrigin}`,
    `img-src 'self' blob: data: ${storeOrigin}`,
    `media-src 'self' blob: ${storeOrigin}`,
    // Hidden frames start downloads, whose responses are attachments.
    `frame-src 'self' ${storeOrigin}`,
    "worker-src 'self'",
    `style-src 'self'${styleHash === undefined ? '' : ` '${styleHash}'`}`,
    // WebAssembly is needed for MD5 (stores without SHA-256) and for decoders of PDF images.
    "script-src 'self' 'wasm-unsafe-eval'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types coffer',
  ].join('; ');
}

/**
 * For the page that draws files: a separate origin without storage or cookies, only Coffer's scripts, no network.
 * Resources of a file are `blob:` or `data:` URLs.
 */
export const VIEWER_FRAME_POLICY = [
  // `allow-modals` is needed for printing.
  'sandbox allow-scripts allow-modals',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src blob: data:',
  'media-src blob: data:',
  'font-src blob: data:',
  'connect-src blob: data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

function permissionsPolicy(): string {
  return [
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
}
