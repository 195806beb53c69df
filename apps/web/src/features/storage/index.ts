export { QuotaDialog } from './quota-dialog.tsx';
export { Storage } from './storage.tsx';
