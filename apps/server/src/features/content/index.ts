export { findVersionBlob, findVersionBlobs } from './store.ts';
