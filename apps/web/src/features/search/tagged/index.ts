export { Tagged } from './tagged.tsx';
export { useTaggedPages } from './use-tagged-pages.ts';
