export { AdminLinks } from './admin-links.tsx';
export { addressOf, type AdminLinksAddress, parseAddress } from './admin-links-address.ts';
export { OwnLinks } from './own-links.tsx';
