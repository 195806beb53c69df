import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileCatalogs } from './build/compile-catalogs.ts';
import { compressAssets } from './build/compress-assets.ts';
import { copyPdfAssets } from './build/copy-pdf-assets.ts';

/** Browsers with `light-dark()`, `:has` and popovers: Baseline 2024. */
const BROWSERS = ['chrome123', 'firefox120', 'safari17.5'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compileCatalogs(), react(), copyPdfAssets(), compressAssets()],
  json: { namedExports: false },
  css: { transformer: 'lightningcss' },
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    cssMinify: 'lightningcss',
    manifest: true,
    // The polyfill is an inline script, which the Content-Security-Policy refuses; these browsers do not need it.
    modulePreload: { polyfill: false },
    // `data:` addresses would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
