/** Headers of every response. */
export function securityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** Only documents and workers heed them. Scripts and styles are many, and would carry them for nothing. */
export const DOCUMENT_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy(),
} as const;

export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A message with its own styles, shown in a frame of ours, that may run and fetch nothing. */
export const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

/**
 * Scripts and styles only from this origin, and the style of the branding by its hash. Bytes only from the store, scripts
 * only through one Trusted Types policy.
 * @see https://www.w3.org/TR/CSP3/ and https://www.w3.org/TR/trusted-types/
 */
export function pagePolicy(storeOrigin: string, styleHash?: string): string {
  return [
    "default-src 'self'",
    `connect-src 'self' ${storeOrigin}`,
    `img-src 'self' blob: data: ${storeOrigin}`,
    `media-src 'self' blob: ${storeOrigin}`,
    // Hidden frames start downloads; the response is an attachment.
    `frame-src 'self' ${storeOrigin}`,
    "worker-src 'self'",
    `style-src 'self'${styleHash === undefined ? '' : ` '${styleHash}'`}`,
    // WebAssembly: MD5 for stores without SHA-256, decoders of PDF images.
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
 * For the page that draws files: its own origin without storage or cookies, only our scripts, no network. Resources of
 * a file come as `blob:` or `data:`.
 */
export const VIEWER_FRAME_POLICY = [
  // Printing counts as a modal.
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
