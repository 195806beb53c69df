import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The files are read once. Their names contain a hash, so that caches can keep them forever. */
const FILES = [
  {
    files: ['pages/tokens.css', 'pages/pages.css'],
    name: 'pages',
    extension: 'css',
    type: 'text/css; charset=utf-8',
  },
  { files: ['pages/passkey.js'], name: 'passkey', extension: 'js', type: 'text/javascript; charset=utf-8' },
  { files: ['pages/icon.svg'], name: 'icon', extension: 'svg', type: 'image/svg+xml' },
] as const;

export interface Asset {
  readonly body: string;
  readonly type: string;
}

type AssetName = (typeof FILES)[number]['name'];

const LOADED = FILES.map(({ files, name, extension, type }) => {
  const body = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('');
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { name, path: `/hosted/${name}-${hash}.${extension}`, asset: { body, type } };
});

export function findAsset(path: string): Asset | undefined {
  return LOADED.find((loaded) => loaded.path === path)?.asset;
}

export function assetPath(name: AssetName): string {
  return LOADED.find((loaded) => loaded.name === name)?.path ?? '';
}
