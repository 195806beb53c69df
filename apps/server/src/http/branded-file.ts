import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { SETTING_DEFAULTS } from '@coffer/contracts';
import type { WebFile } from './web-files.ts';

/** The branding of the installation, for files that browsers load before they call the API. */
export interface PageBrand {
  readonly name: string;
  /** CSS for the colors. Empty for Coffer's own look. */
  readonly style: string;
  /** URLs of the logo. Undefined for Coffer's own. */
  readonly logo: Readonly<Record<'light' | 'dark' | 'icon' | 'favicon', string>> | undefined;
}

const OWN_NAME = SETTING_DEFAULTS.brandName;
export const OWN_BRAND: PageBrand = { name: OWN_NAME, style: '', logo: undefined };

export type BrandedFile = (path: string, file: WebFile, brand: PageBrand) => WebFile;

/** Puts the name and the colors of the installation into built files. The last result for each path is cached. */
export function createBrandedFiles(): BrandedFile {
  const kept = new Map<
    string,
    { readonly file: WebFile; readonly brand: PageBrand; readonly made: WebFile }
  >();
  return (path, file, brand) => {
    const last = kept.get(path);
    if (last?.file === file && last.brand === brand) return last.made;
    const made = brandedFile(path, file, brand);
    kept.set(path, { file, brand, made });
    return made;
  };
}

function brandedFile(path: string, file: WebFile, brand: PageBrand): WebFile {
  const text = Buffer.from(file.plain).toString();
  const branded = path.endsWith('.webmanifest')
    ? brandedManifest(text, brand)
    : brandedPage(path, text, brand);
  if (branded === text) return file;
  const plain = new Uint8Array(Buffer.from(branded));
  return {
    ...file,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    br: new Uint8Array(brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })),
    gzip: new Uint8Array(gzipSync(plain)),
  };
}

/** Writes the branding into the page itself, so that the first paint has it. */
function brandedPage(path: string, page: string, { name, style, logo }: PageBrand): string {
  const words =
    name === OWN_NAME
      ? ''
      : `<meta name="application-name" content="${escaped(name)}"><meta name="apple-mobile-web-app-title" content="${escaped(name)}">`;
  const sheet = style === '' ? '' : `<style id="brand">${style}</style>`;
  return page
    .replace(`<title>${OWN_NAME}</title>`, () => `<title>${escaped(name)}</title>`)
    .replace(/<link rel="icon"[^>]*>/, (own) =>
      logo === undefined ? own : `<link rel="icon" href="${logo.favicon}" type="image/png">`,
    )
    .replace(/<link rel="apple-touch-icon"[^>]*>/, (own) =>
      logo === undefined ? own : `<link rel="apple-touch-icon" href="${logo.icon}">`,
    )
    .replace('</head>', () => `${words}${path === '/index.html' ? preloads(logo) : ''}${sheet}</head>`);
}

/**
 * Preloads the logo, which would otherwise be requested only after the scripts have run. Only for the main page,
 * because the viewer's page must not fetch anything.
 */
function preloads(logo: PageBrand['logo']): string {
  if (logo === undefined) return '';
  const { light, dark } = logo;
  if (light === dark) return `<link rel="preload" as="image" href="${light}">`;
  return (['light', 'dark'] as const)
    .map(
      (scheme) =>
        `<link rel="preload" as="image" href="${logo[scheme]}" media="(prefers-color-scheme: ${scheme})">`,
    )
    .join('');
}

function brandedManifest(text: string, { name, logo }: PageBrand): string {
  if (name === OWN_NAME && logo === undefined) return text;
  const icon = { src: logo?.icon, sizes: '512x512', type: 'image/png' };
  const icons = logo === undefined ? {} : { icons: [icon, { ...icon, purpose: 'maskable' }] };
  return JSON.stringify({ ...JSON.parse(text), name, short_name: name, ...icons });
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
