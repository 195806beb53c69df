export { SearchBox } from './box/search-box.tsx';
