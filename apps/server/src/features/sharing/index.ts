export { deleteGrantsTo } from './store/grants.ts';
