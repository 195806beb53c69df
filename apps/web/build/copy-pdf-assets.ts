import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** What pdf.js fetches at run time for documents that do not bring it: character maps, the standard fonts, decoders. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm'];

/** Puts the run-time files of pdf.js beside the application, under `/pdfjs/`. */
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
