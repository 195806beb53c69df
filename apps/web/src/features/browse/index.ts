export { Browse } from './browse.tsx';
export { VersionsDialog } from './lazy-later.ts';
export { type FolderRows, useFolderRows } from './use-folder-rows.ts';
export { useNodeActions } from './use-node-actions.ts';
export { useKindWords } from './use-kind-words.ts';
