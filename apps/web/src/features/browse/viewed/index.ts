export { useFileActions } from './use-file-actions.tsx';
