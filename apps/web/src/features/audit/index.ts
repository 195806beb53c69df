export { Audit } from './audit.tsx';
export { addressOf, parseAddress } from './audit-address.ts';
