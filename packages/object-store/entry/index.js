import { existsSync } from 'node:fs';

const source = new URL('../src/index.ts', import.meta.url);
const compiled = new URL('../dist/object-store/src/index.js', import.meta.url);

/** @type {typeof import('../src/index.ts')} */
const front = await import((existsSync(source) ? source : compiled).href);
export const { createObjectStore, DEFAULT_LIMITS, startObjectStoreServer } = front;
