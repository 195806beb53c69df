export { FolderTree } from './folder-tree.tsx';
