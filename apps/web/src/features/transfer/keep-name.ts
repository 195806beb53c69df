/** The database that keeps what an upload needs to go on after a reload. Empty browsers have none. */
export const KEEP_DATABASE = 'coffer-transfers';
