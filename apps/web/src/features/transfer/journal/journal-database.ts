/** The IndexedDB database for resuming uploads after a reload. It is missing until first used. */
export const JOURNAL_DATABASE = 'coffer-transfers';
