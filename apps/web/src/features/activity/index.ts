export { LatestActivity } from './latest.tsx';
export { ActivityPage } from './activity-page.tsx';
