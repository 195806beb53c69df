export { BucketImportDialog } from './bucket-import-dialog.tsx';
