export { Results } from './results.tsx';
export { parseSearch, searchAddress } from './search-address.ts';
export { useSearchPages } from './use-search-pages.ts';
