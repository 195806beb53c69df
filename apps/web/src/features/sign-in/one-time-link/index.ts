export { OneTimeLinkPage } from './one-time-link-page.tsx';
