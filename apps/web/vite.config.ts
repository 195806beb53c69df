import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildViewerFrame } from './build/build-viewer-frame.ts';
import { compileCatalogs } from './build/compile-catalogs.ts';
import { compressAssets } from './build/compress-assets.ts';
import { copyPdfAssets } from './build/copy-pdf-assets.ts';
import { listModules } from './build/list-modules.ts';
import { minifyTheme } from './build/minify-theme.ts';
import { OLDEST_BROWSERS } from './build/oldest-browsers.ts';

const BROWSERS = Object.entries(OLDEST_BROWSERS).map(([name, version]) => `${name}${version}`);

const CHARACTER_NAMES = import.meta.resolve('decode-named-character-reference');

/** `base`: modules that sign-in, files and public links share. One chunk instead of many saves a KiB of headers each. */
const CHUNKS = [
  {
    name: 'base',
    priority: 3,
    test: /\/index\.html$|src\/(lib\/(downloads\/begin-download|drop-handles|hooks\/use-held-drop|language\/format|prefers-less-data|when-idle)|api\/calls\/use-query|ui\/(controls\/(field|icon-button|link|text-field)|feedback\/(banner|skeleton|toasts)|marks\/(avatar|lazy-picture|logo)))\.tsx?$|icons\/(archive|arrow-down|arrow-up|audio-lines|check|chevron-right|download|file-check|file-text|folder|folder-open|folder-up|image|inbox|layout-grid|list|play|rotate-ccw-clock|upload)\.mjs$|queryOptions\.js$|thumbnails\/thumbnail-types\.ts$/,
  },
  { name: 'app', priority: 2, test: /src\/routes\/signed-in-routes\.tsx$/ },
  // Otherwise each of them is a request of its own.
  {
    name: 'action-icons',
    priority: 1,
    test: /icons\/(arrow-right|copy|folder-input|folder-plus|hand|layout-template|pencil|rotate-ccw)\.mjs$/,
  },
  { name: 'sign-in', priority: 1, test: /src\/routes\/entry\/(sign-in|signed-out)\.tsx$/ },
];

/** Scripts of every page need no preload. Styles do: they are loaded by the list. */
const ALWAYS_LOADED = /^assets\/(index|rolldown-runtime)-[\w-]+\.js$/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    compileCatalogs(),
    react(),
    copyPdfAssets(),
    buildViewerFrame({ target: BROWSERS }),
    minifyTheme(),
    listModules(),
    compressAssets(),
  ],
  json: { namedExports: false },
  // Styles come in any order: features override `ui` by their cascade layer. Grid area names are shared between modules.
  css: { transformer: 'lightningcss', lightningcss: { cssModules: { grid: false } } },
  // The variant for pages writes to `innerHTML`, which workers lack and Trusted Types refuse.
  resolve: { alias: { 'decode-named-character-reference': fileURLToPath(CHARACTER_NAMES) } },
  // Workers need ES modules for lazy imports.
  worker: { format: 'es' },
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    cssMinify: 'lightningcss',
    // `data:` URLs would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The lists are part of the scripts, so they are kept short.
    modulePreload: {
      // All supported browsers preload modules themselves.
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((path) => !ALWAYS_LOADED.test(path)),
    },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
});
