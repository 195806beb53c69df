export { hitAddress } from './hits/hit-address.ts';
export { SearchBox } from './box/search-box.tsx';
