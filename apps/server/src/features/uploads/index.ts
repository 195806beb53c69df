export { completeUploads } from './complete/complete-upload.ts';
export { reconcileUploads } from './complete/reconcile-uploads.ts';
export { abortUpload } from './end/abort-upload.ts';
export { expireUploads } from './end/expire-uploads.ts';
export { getUpload } from './get-upload.ts';
export {
  endGuestUploads,
  listGuestArrivals,
  type GuestUploadRow,
  type GuestUse,
  listHandInUploads,
  listUploadedTo,
  moveGuestUploadEnds,
  sumGuestUploads,
} from './guests/store.ts';
export { countUnsettled } from './store.ts';
export type { UploadFailure } from './model.ts';
export { findOwnUploads } from './own-upload.ts';
export { RECEIVED_MAX_BYTES, receiveFile } from './receive/receive-file.ts';
export { createUploads } from './reserve/create-upload.ts';
export type { Allowance, GuestSender, Sender } from './guests/sender.ts';
export { isSameType } from './reserve/media-type.ts';
export { signParts } from './sign/sign-parts.ts';
export { signUploads } from './sign/sign-uploads.ts';
