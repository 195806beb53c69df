export type { ActedOn } from './describe.ts';
export { DetailsPanel } from './details-panel.tsx';
