export { People } from './people.tsx';
export { addressOf, parseAddress } from './people-address.ts';
