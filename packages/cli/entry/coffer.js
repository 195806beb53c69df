#!/usr/bin/env node
// Plain JavaScript, because an older Node.js has to run this file to report that it is too old.
import { existsSync } from 'node:fs';
import * as modules from 'node:module';

const NODE_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
  process.stderr.write(`coffer runs on Node.js ${NODE_MAJOR} or newer; this is ${process.versions.node}.\n`);
  process.exit(64);
}

modules.enableCompileCache();

// The repository runs the TypeScript sources. Node.js strips no types below node_modules, so a package contains
// JavaScript.
const source = new URL('../src/main.ts', import.meta.url);
const compiled = new URL('../src/main.js', import.meta.url);
await import((existsSync(source) ? source : compiled).href);
