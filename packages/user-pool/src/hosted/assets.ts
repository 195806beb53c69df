import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Files of the pages, read once. Their names carry a hash, so that they may be kept for ever. */
const FILES = [
  { file: 'pages/pages.css', name: 'pages', extension: 'css', type: 'text/css; charset=utf-8' },
  { file: 'pages/passkey.js', name: 'passkey', extension: 'js', type: 'text/javascript; charset=utf-8' },
  { file: 'pages/icon.svg', name: 'icon', extension: 'svg', type: 'image/svg+xml' },
] as const;

export interface Asset {
  readonly body: string;
  readonly type: string;
}

type AssetName = (typeof FILES)[number]['name'];

const LOADED = FILES.map(({ file, name, extension, type }) => {
  const body = readFileSync(new URL(file, import.meta.url), 'utf8');
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { name, path: `/hosted/${name}-${hash}.${extension}`, asset: { body, type } };
});

export function findAsset(path: string): Asset | undefined {
  return LOADED.find((loaded) => loaded.path === path)?.asset;
}

export function assetPath(name: AssetName): string {
  return LOADED.find((loaded) => loaded.name === name)?.path ?? '';
}
