export { Grid } from './grid.tsx';
export type { GridActionDetails, GridActionName, GridColumn, GridHandle } from './grid-types.ts';
export { useCoarsePointer } from './use-coarse-pointer.ts';
