export { Grid } from './grid.tsx';
export type {
  GridActionDetails,
  GridActionName,
  GridBaseProps,
  GridColumn,
  GridDrag,
  GridHandle,
  TileContent,
} from './grid-types.ts';
export { useCoarsePointer } from './use-coarse-pointer.ts';
