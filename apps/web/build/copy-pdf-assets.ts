import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** pdf.js fetches these at run time. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm'];

export function copyPdfAssets(): Plugin {
  return {
    name: 'coffer:copy-pdf-assets',
    apply: 'build',
    async generateBundle() {
      const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
      for (const folder of FOLDERS) {
        for (const name of await readdir(join(root, folder))) {
          const source = await readFile(join(root, folder, name));
          this.emitFile({ type: 'asset', fileName: `pdfjs/${folder}/${name}`, source });
        }
      }
    },
  };
}
