export { ConflictDialog } from './conflict-dialog.tsx';
export { MoveDialog } from './move-dialog.tsx';
export { moveNodes, sayCut } from './move-nodes.ts';
