/** The IndexedDB database for resuming uploads after a reload. Created on first use. */
export const JOURNAL_DATABASE = 'coffer-transfers';
