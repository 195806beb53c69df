import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

// dependency-cruiser finds TypeScript 7, which has no program API, and silently reports nothing. This preload selects
// version 6.

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
