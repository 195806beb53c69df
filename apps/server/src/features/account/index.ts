export { eraseAccount } from './erase-account.ts';
export { deletePicture } from './store/details.ts';
