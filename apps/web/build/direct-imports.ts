import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';

/**
 * Vite wraps each `import()` into a helper that preloads what the module imports. Here nothing is preloaded (`modulePreload` is
 * off and there is one style sheet), so that the helper would only weigh: it becomes the plain import.
 */
export function directImports(): Plugin {
  return {
    name: 'coffer:direct-imports',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id) => (id === HELPER ? id : undefined),
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load();' : undefined),
  };
}
