export { deleteBlob, deleteDueBlobs } from './delete-blobs.ts';
export { urlsUntil } from './model.ts';
export { markDamaged, markWhole } from './mark-damaged.ts';
export { enterBlob, moveBlob } from './move-blob.ts';
export { extendUrls, lockBlob, noteArrival } from './store.ts';
