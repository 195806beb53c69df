/**
 * The first versions with all features that public/theme.js tests. docs/browsers.md and index.html name the same
 * versions.
 */
export const OLDEST_BROWSERS = { chrome: '123', firefox: '126', safari: '17.5' } as const;
