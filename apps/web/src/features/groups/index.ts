export { GroupPage } from './page/group-page.tsx';
export { Groups } from './groups.tsx';
export { addressOf, parseAddress } from './groups-address.ts';
