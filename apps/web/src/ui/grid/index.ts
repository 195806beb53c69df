export { Grid } from './grid.tsx';
export type {
  ColumnMenuRequest,
  GridActionDetails,
  GridActionName,
  GridBaseProps,
  GridColumn,
  GridDrag,
  GridHandle,
  GridProps,
  TileContent,
} from './grid-types.ts';
export { useCoarsePointer } from './use-coarse-pointer.ts';
export { useGridViewport } from './use-grid-viewport.ts';
export { useMeasuredSize } from './use-measured-size.ts';
