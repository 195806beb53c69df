const catalogs = import.meta.glob<Record<string, string>>('../**/messages/ar.json', {
  eager: true,
  import: 'default',
});

/** All messages in Arabic: one chunk. */
export const messages: Record<string, string> = Object.assign({}, ...Object.values(catalogs));
