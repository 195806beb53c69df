export { deleteBlob, deleteDueBlobs } from './delete-blobs.ts';
export { urlsUntil } from './model.ts';
export { markDamaged, markWhole } from './mark-damaged.ts';
export { enterBlobs, moveBlob, moveBlobs } from './move-blob.ts';
export { hastenReading } from './store/damage.ts';
export { extendUrls, lockBlob, noteArrivals } from './store.ts';
