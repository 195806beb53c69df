export { AdminSpaces } from './admin-spaces.tsx';
export { addressOf, parseAddress } from './admin-spaces-address.ts';
