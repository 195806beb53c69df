/**
 * The oldest browsers that the application runs in: the first with `light-dark()`, popovers, `AbortSignal.any` and `indexedDB.databases`,
 * which public/theme.js looks for. The table of docs/browsers.md and the words of index.html for older ones name the same.
 */
export const OLDEST_BROWSERS = { chrome: '123', firefox: '126', safari: '17.5' } as const;
