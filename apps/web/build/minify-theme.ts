import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { minifySync, type Plugin } from 'vite';

const SCRIPT = 'theme.js';

/** Vite copies `public/` unchanged, but this script blocks the first paint. */
export function minifyTheme(): Plugin {
  let folder = '';
  return {
    name: 'coffer:minify-theme',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      handler: async () => {
        const path = join(folder, SCRIPT);
        await writeFile(path, minified(await readFile(path, 'utf8')));
      },
    },
  };
}

/** Without the target the minifier emits newer syntax, such as `catch` without a binding. */
export function minified(script: string): string {
  const { code, errors } = minifySync(SCRIPT, script, { module: false, compress: { target: 'es2015' } });
  if (errors.length > 0) throw new Error(`${SCRIPT}: ${errors.map(({ message }) => message).join(', ')}`);
  return code;
}
