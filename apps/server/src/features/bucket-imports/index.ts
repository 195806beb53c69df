export { createBucketSources } from './bucket-sources.ts';
export type { BucketSources } from './needs.ts';
export { runBucketImports } from './run-imports.ts';
