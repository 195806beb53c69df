export { expireUploads } from './end/expire-uploads.ts';
export { reconcileUploads } from './complete/reconcile-uploads.ts';
