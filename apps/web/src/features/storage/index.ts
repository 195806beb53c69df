export { QuotaDialog, type QuotaDialogProps } from './quota-dialog.tsx';
export { Storage } from './storage.tsx';
