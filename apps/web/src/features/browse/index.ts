export { Browse } from './browse.tsx';
export { fileKindOf, shapeOfKind } from './file-kind.ts';
export { NodeMark, NodePicture } from './thumbnails/node-mark.tsx';
export { FolderWaiting } from './folder-waiting.tsx';
export { FolderFailed, RenameEditor } from './lazy-actions.ts';
export { NodeDialog } from './node-dialogs.tsx';
export { type FolderRows, useFolderRows } from './use-folder-rows.ts';
export { useNodeActions } from './use-node-actions.ts';
export { useKindWords } from './use-kind-words.ts';
