#!/usr/bin/env node
// Plain JavaScript: an older Node.js gets here, and no further.
import { existsSync } from 'node:fs';

const NODE_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
  process.stderr.write(
    `coffer-object-store runs on Node.js ${NODE_MAJOR} or newer; this is ${process.versions.node}.\n`,
  );
  process.exit(64);
}

// In the repository the sources run as they stand. A package has what tsc made of them: below node_modules Node.js strips no types.
const source = new URL('../src/bin.ts', import.meta.url);
const made = new URL('../dist/object-store/src/bin.js', import.meta.url);
await import((existsSync(source) ? source : made).href);
