// Plain JavaScript, because TypeScript would first load the code that strips types, at every start.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Beside the programs, which only their owner can change: compiled code from a folder that others can write to could be
 * theirs. Node.js goes on without it where the folder cannot be written.
 * @see https://nodejs.org/api/module.html#module-compile-cache
 */
export const COMPILED_FOLDER = fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url));

/**
 * Enables the compile cache, so that later starts reuse the code that this one compiles. `NODE_COMPILE_CACHE` overrides
 * the folder.
 */
export function keepCompiled() {
  enableCompileCache(COMPILED_FOLDER);
}
