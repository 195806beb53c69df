export { createMD5 } from 'hash-wasm';
