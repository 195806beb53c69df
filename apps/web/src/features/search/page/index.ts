export { Results } from './results.tsx';
export { parseSearch, searchAddress } from './search-address.ts';
export { useSearchPages } from './use-search-pages.ts';
export { soughtWords } from './sought-words.ts';
