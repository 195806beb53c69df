import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileCatalogs } from './build/compile-catalogs.ts';
import { compressAssets } from './build/compress-assets.ts';
import { copyPdfAssets } from './build/copy-pdf-assets.ts';
import { directImports } from './build/direct-imports.ts';
import { inlineLimitsOfSources } from './build/inline-limits.ts';
import { inlineRoutesOfCalls } from './build/inline-routes.ts';
import { leanIcons } from './build/lean-icons.ts';
import { minifyTheme } from './build/minify-theme.ts';
import { OLDEST_BROWSERS } from './build/oldest-browsers.ts';

const BROWSERS = Object.entries(OLDEST_BROWSERS).map(([name, version]) => `${name}${version}`);

/**
 * Two requests for a page: `base` is what every page needs with what the form of the sign-in and the files have in common, the
 * other is the page. A group takes what its modules import along, unless a group before it has it. The rest is cut where it is
 * imported lazily.
 */
const CHUNKS = [
  {
    name: 'base',
    priority: 3,
    test: /\/index\.html$|src\/(lib\/when-idle|ui\/(banner|field|icon-button|link|logo|text-field))\.tsx?$/,
  },
  { name: 'inside', priority: 2, test: /src\/routes\/inside\.tsx$/ },
  { name: 'sign-in', priority: 1, test: /src\/routes\/(sign-in|signed-out)\.tsx$/ },
  // The viewer of PDF files starts workers, too.
  { name: 'trusted-types', priority: 0.9, test: /src\/lib\/trusted-types\.ts$/ },
  // The engine, without what looks for earlier transfers: that comes with every page.
  { name: 'take-up', priority: 0.8, test: /src\/features\/transfer\/take-up\.ts$/ },
  { name: 'transfers', priority: 0.7, test: /src\/features\/transfer\/transfers\.ts$/ },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    directImports(),
    compileCatalogs(),
    inlineLimitsOfSources(),
    inlineRoutesOfCalls(),
    leanIcons(),
    react(),
    copyPdfAssets(),
    minifyTheme(),
    compressAssets(),
  ],
  json: { namedExports: false },
  resolve: {
    alias: {
      '../createLucideIcon.mjs': join(import.meta.dirname, 'src/ui/lucide-icon.ts'),
    },
  },
  // Names of grid areas are shared between the frame and what stands in it.
  css: { transformer: 'lightningcss', lightningcss: { cssModules: { grid: false } } },
  // Modules, so that a worker can fetch later what it seldom needs.
  worker: { format: 'es', plugins: () => [inlineLimitsOfSources()] },
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    cssMinify: 'lightningcss',
    // One sheet: the order of its layers is that of the source, and small sheets would each be a request.
    cssCodeSplit: false,
    manifest: true,
    // A page is one chunk beside the base, so there is nothing to fetch ahead of it; the lists for it would weigh 1 KiB.
    modulePreload: false,
    // `data:` addresses would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
});
