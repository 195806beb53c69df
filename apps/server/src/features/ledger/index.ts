export { deleteBlob, deleteDueBlobs } from './delete-blobs.ts';
export { settledAt, urlsUntil } from './model.ts';
export { markDamaged, markWhole } from './mark-damaged.ts';
export { enterBlob, moveBlob } from './move-blob.ts';
export { type BlobRow, extendUrls, lockBlob, noteArrival } from './store.ts';
