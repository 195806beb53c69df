#!/usr/bin/env node
// Plain JavaScript, so that an old Node.js can report its version.
import { existsSync } from 'node:fs';

const NODE_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
  process.stderr.write(
    `coffer-object-store runs on Node.js ${NODE_MAJOR} or newer; this is ${process.versions.node}.\n`,
  );
  process.exit(64);
}

// The repository runs the TypeScript sources. Node.js strips no types below node_modules, so a package contains compiled
// files.
const source = new URL('../src/bin.ts', import.meta.url);
const compiled = new URL('../dist/object-store/src/bin.js', import.meta.url);
await import((existsSync(source) ? source : compiled).href);
