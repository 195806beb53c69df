export { Browse } from './browse.tsx';
export { type FolderRows, useFolderRows } from './use-folder-rows.ts';
export { useKindWords } from './use-kind-words.ts';
