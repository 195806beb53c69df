export { Trash } from './trash.tsx';
export type { TrashViewing } from './trash-preview.ts';
