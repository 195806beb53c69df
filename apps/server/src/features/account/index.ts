export { eraseAccount } from './erase-account.ts';
export { deleteAtPool, deleteLeftAccount, deleteLeftAccounts } from './left-accounts.ts';
export { lockOtherAdministrator } from './store/administrators.ts';
export { deletePicture } from './store/details.ts';
export { countLeftAccounts, findLeftAccount, oweDeletion } from './store/left-accounts.ts';
