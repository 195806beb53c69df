import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const FILE = '.vite/modules.json';

/** For `e2e/src/page-weight.spec.ts`. */
export function listModules(): Plugin {
  let root = '';
  return {
    name: 'coffer:list-modules',
    apply: 'build',
    configResolved: (config) => {
      root = resolve(config.root, '../..');
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((output) => {
        if (output.type !== 'chunk') return [];
        const modules = Object.entries(output.modules).map(([id, { renderedLength }]) => [
          relative(root, id),
          renderedLength,
        ]);
        return [[output.fileName, Object.fromEntries(modules)]];
      });
      this.emitFile({
        type: 'asset',
        fileName: FILE,
        source: JSON.stringify(Object.fromEntries(chunks)),
      });
    },
  };
}
