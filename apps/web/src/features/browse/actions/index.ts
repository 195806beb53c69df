export { downloadFile } from './downloads.ts';
export { FolderFailed } from './folder-failed.tsx';
export { NameDialog } from './name-dialog.tsx';
export { makeFolder, renameNode, trashNodes, undoNewest } from './node-actions.ts';
export { type Opening, pickFiles } from './pick-files.ts';
export { RenameEditor } from './rename-editor.tsx';
export { RowMenu } from './row-menu.tsx';
export { toggleStars } from './stars.ts';
export { ViewMenu } from './view-menu.tsx';
