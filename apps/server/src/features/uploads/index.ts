export { expireUploads } from './expire-uploads.ts';
export { reconcileUploads } from './reconcile-uploads.ts';
