import { createHash } from 'node:crypto';
import { isPage } from '@coffer/contracts';
import { createBrandedFiles, OWN_BRAND, type PageBrand } from './branded-file.ts';
import { DATA_POLICY, pagePolicy, VIEWER_FRAME_POLICY } from './security-headers.ts';
import type { WebFile, WebFiles } from './web-files.ts';

/**
 * Serves the web application. Hashed files are cached forever; page and workers are revalidated, and their ETag
 * includes the content security policy.
 */
export function createPages(
  files: WebFiles,
  storeOrigin: string,
  { readBrand, readLogo }: Branding = NO_BRANDING,
): (request: Request) => Promise<Response> {
  const policy = policyOf(pagePolicy(storeOrigin));
  const framePolicy = policyOf(VIEWER_FRAME_POLICY);
  const branded = createBrandedFiles();
  const pagePolicyOf = ({ style }: PageBrand): Policy =>
    style === '' ? policy : policyOf(pagePolicy(storeOrigin, hashSourceOf(style)));
  return async (request) => {
    const path = new URL(request.url).pathname;
    if (path.startsWith('/brand/')) return await logoResponse(path, readLogo);
    if (path === VIEWER_FRAME) {
      const brand = await readBrand();
      return await frameResponse(files, request, {
        policy: framePolicy,
        dress: (file) => branded(path, file, brand),
      });
    }
    const file = path === '/' || path.endsWith('.html') ? undefined : files.find(path);
    if (file !== undefined && path.endsWith('.webmanifest')) {
      return fileResponse(branded(path, file, await readBrand()), request.headers, policy);
    }
    if (file !== undefined) return opened(path, fileResponse(file, request.headers, policy));
    const isBuilt = await files.refresh();
    const later = path.endsWith('.html') ? undefined : files.find(path);
    if (later !== undefined) return opened(path, fileResponse(later, request.headers, policy));
    // The page in place of a missing script would hide the error.
    if (path.startsWith('/assets/') || !wantsPage(request.headers)) return textResponse(404, 'Not found.\n');
    const page = files.find('/index.html');
    if (!isBuilt || page === undefined) return textResponse(503, NOT_BUILT);
    const brand = await readBrand();
    const dressed = branded('/index.html', page, brand);
    if (path !== '/index.html' && !isPage(path)) return notFoundResponse(dressed, pagePolicyOf(brand));
    return fileResponse(dressed, request.headers, pagePolicyOf(brand));
  };
}

interface Branding {
  readonly readBrand: () => Promise<PageBrand>;
  /** Reads a logo by its path below `/brand/`. */
  readonly readLogo: (
    path: string,
  ) => Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: string } | undefined>;
}

const NO_BRANDING: Branding = {
  readBrand: async () => await Promise.resolve(OWN_BRAND),
  readLogo: async () => await Promise.resolve(undefined),
};

const VIEWER_FRAME = '/viewer-frame.html';
/** Scripts and styles of the viewer frame. The frame has an opaque origin, so it fetches them cross-origin. */
const FRAME_ASSETS = '/assets/viewer-frame/';

function opened(path: string, response: Response): Response {
  if (path.startsWith(FRAME_ASSETS)) response.headers.set('access-control-allow-origin', '*');
  return response;
}

/** Serves a logo. It can be cached forever, because its URL contains the hash of its content. */
async function logoResponse(path: string, readLogo: Branding['readLogo']): Promise<Response> {
  const logo = await readLogo(path);
  if (logo === undefined) return textResponse(404, 'Not found.\n');
  return new Response(logo.bytes, {
    headers: {
      'content-type': logo.mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': DATA_POLICY,
    },
  });
}

/**
 * The CSP source that allows one style by its hash.
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
function hashSourceOf(style: string): string {
  return `sha256-${createHash('sha256').update(style).digest('base64')}`;
}

async function frameResponse(
  files: WebFiles,
  request: Request,
  { policy, dress }: { readonly policy: Policy; readonly dress: (file: WebFile) => WebFile },
): Promise<Response> {
  await files.refresh();
  const file = files.find(VIEWER_FRAME);
  if (file === undefined) return textResponse(404, 'Not found.\n');
  const response = fileResponse(dress(file), request.headers, policy);
  // Without this header, browsers would look up the host names in links of a file.
  response.headers.set('x-dns-prefetch-control', 'off');
  return response;
}

/** The page with status 404. Not cacheable, because a later version may have the path. */
function notFoundResponse(page: WebFile, policy: Policy): Response {
  const response = fileResponse(page, new Headers(), policy);
  const { headers } = response;
  headers.delete('etag');
  headers.set('cache-control', 'no-store');
  return new Response(response.body, { status: 404, headers });
}

interface Policy {
  readonly text: string;
  readonly tag: string;
}

function policyOf(text: string): Policy {
  return { text, tag: createHash('sha256').update(text).digest('base64url').slice(0, 8) };
}

const NOT_BUILT = `Coffer is running, but its web application has not been built.

Build it with:  npm run build -w @coffer/web
Then load this page again; the server needs no restart. \`npm start\` does both.
`;

function wantsPage(headers: Headers): boolean {
  const mode = headers.get('sec-fetch-mode');
  if (mode !== null) return mode === 'navigate';
  const accept = headers.get('accept') ?? '*/*';
  return accept.includes('text/html') || accept.includes('*/*');
}

function fileResponse(file: WebFile, requested: Headers, policy: Policy): Response {
  const etag = file.isGoverned ? file.etag.replace(/"$/, `.${policy.tag}"`) : file.etag;
  const headers = new Headers({
    'content-type': /^text\/|[/+](?:json|javascript|xml)$/.test(file.mediaType)
      ? `${file.mediaType}; charset=utf-8`
      : file.mediaType,
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': file.isGoverned ? policy.text : DATA_POLICY,
    etag,
    vary: 'accept-encoding',
  });
  if (
    (requested.get('if-none-match') ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  ) {
    return new Response(null, { status: 304, headers });
  }
  const coding = (['br', 'gzip'] as const).find(
    (name) => file[name] !== undefined && accepts(requested, name),
  );
  if (coding !== undefined) headers.set('content-encoding', coding);
  const bytes = (coding === undefined ? undefined : file[coding]) ?? file.plain;
  return new Response(bytes, { headers });
}

/** Whether the client accepts a content coding. Weight zero rejects it (RFC 9110, section 12.5.3). */
function accepts(headers: Headers, coding: string): boolean {
  return (headers.get('accept-encoding') ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === coding && !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text));
  });
}

function textResponse(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
