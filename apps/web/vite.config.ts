import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileCatalogs } from './build/compile-catalogs.ts';
import { compressAssets } from './build/compress-assets.ts';
import { copyPdfAssets } from './build/copy-pdf-assets.ts';

/** Browsers with `light-dark()`, `:has` and popovers: Baseline 2024. */
const BROWSERS = ['chrome123', 'firefox120', 'safari17.5'];

/**
 * What every page needs, and what the inside needs, each in one request. Everything else is cut where it is imported lazily.
 * `base` is what the sign-in page loads, so TanStack Query and the grid stay out of it.
 */
const CHUNKS = [
  {
    name: 'base',
    priority: 2,
    test: /node_modules\/(react|react-dom|scheduler|@lingui\/(core|message-utils)|wouter|regexparam|mitt|use-sync-external-store|zod)\/|packages\/(contracts|kit)\/|src\/lib\/(?!srp|scaled|sparse|range)|src\/ui\/(?!grid|overlays\/(dialog|menu\.tsx|tooltip))|src\/api\/(client|error|error-texts|session|messages)/,
  },
  {
    name: 'files',
    priority: 1,
    test: /node_modules\/@tanstack\/|src\/ui\/grid\/|src\/lib\/(scaled|range)|src\/api\/(nodes|spaces|query-client|uploads)|src\/features\/(browse|shell)\/|src\/routes\/(inside|browser|transfer-tray)/,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compileCatalogs(), react(), copyPdfAssets(), compressAssets()],
  json: { namedExports: false },
  // Names of grid areas are shared between the frame and what stands in it.
  css: { transformer: 'lightningcss', lightningcss: { cssModules: { grid: false } } },
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    cssMinify: 'lightningcss',
    // One sheet: the order of its layers is that of the source, and small sheets would each be a request.
    cssCodeSplit: false,
    manifest: true,
    // The polyfill is an inline script, which the Content-Security-Policy refuses; these browsers do not need it.
    modulePreload: { polyfill: false },
    // `data:` addresses would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
});
