export { DetailsPanel } from './details-panel.tsx';
