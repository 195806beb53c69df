export { FilterField } from './filter-field.tsx';
export { NoMatch } from './no-match.tsx';
