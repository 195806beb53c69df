// What takes up uploads that were begun before: most pages have none, so it is fetched by those that do.
export { Interrupted } from './interrupted.ts';
export { restoreBatches, uploadsIn } from './keep-restore.ts';
