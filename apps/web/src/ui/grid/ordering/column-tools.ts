export { ColumnDivider } from '../sizing/column-divider.tsx';
export { sizeByKey } from '../sizing/column-dom.ts';
export { ColumnMover } from './column-mover.tsx';
export { moveByKey } from './move-by-key.ts';
