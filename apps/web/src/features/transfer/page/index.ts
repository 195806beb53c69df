export { RunningLine } from './running-line.tsx';
export { TransfersPage } from './transfers-page.tsx';
