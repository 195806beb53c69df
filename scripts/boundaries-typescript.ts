import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

// dependency-cruiser parses with the TypeScript that it finds beside itself. That is version 7, which has no interface for programs, and
// with which it would see nothing and report no error. Preloaded into it, this hands it the version 6 that lies beside these scripts.

const { resolve } = createRequire(import.meta.url);
const ours = new Map(
  ['typescript', 'typescript/package.json'].map((name) => [name, pathToFileURL(resolve(name)).href]),
);

registerHooks({
  resolve(specifier, context, next) {
    const url = ours.get(specifier);
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
  },
});
