export { RetentionDialog } from './retention-dialog.tsx';
