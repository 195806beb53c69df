export { copyBlobs } from './copy-blobs.ts';
export { deleteBlob, deleteDueBlobs } from './delete-blobs.ts';
export { urlsUntil } from './model.ts';
export { type ContentSums, markDamaged, markWhole } from './mark-damaged.ts';
export { enterBlobs, moveBlob, moveBlobs } from './move-blob.ts';
export { purgeBlobs } from './purge-blobs.ts';
export { hasOtherEntries, listReferencedEntries } from './store/copies.ts';
export { hastenReading } from './store/damage.ts';
export { extendUrls, lockBlob, noteArrivals } from './store/blobs.ts';
