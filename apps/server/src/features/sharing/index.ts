export { deleteGrantsTo } from './store/grants.ts';
export { countGrantsTo, type GivenTo, listGivenBy } from './store/given.ts';
