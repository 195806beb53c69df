export { findVersionBlobs } from './store.ts';
