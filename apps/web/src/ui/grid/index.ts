export { Grid } from './grid.tsx';
export type {
  GridActionDetails,
  GridActionName,
  GridColumn,
  GridDrag,
  GridHandle,
  GridLabels,
  GridProps,
  GridSort,
} from './grid-types.ts';
