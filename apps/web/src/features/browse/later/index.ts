export { FolderFailed } from './folder-failed.tsx';
export { HelpDialog } from './help-dialog.tsx';
export { NameDialog } from './name-dialog.tsx';
export { downloadNodes, makeFolder, renameNode, trashNodes, undoNewest } from './node-actions.ts';
export { saveReceipt } from './receipts.ts';
export { RenameEditor } from './rename-editor.tsx';
export { RowMenu } from './row-menu.tsx';
export { SelectionBar } from './selection-bar.tsx';
export { VersionsDialog } from './versions-dialog.tsx';
