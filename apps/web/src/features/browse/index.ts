export { Browse } from './browse.tsx';
export { useFolderRows } from './use-folder-rows.ts';
