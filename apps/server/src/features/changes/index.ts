export { type ChangeFeed, createChangeFeed } from './change-feed.ts';
export { pruneChanges } from './prune-changes.ts';
