export { Largest } from './largest.tsx';
export { useLargestPages } from './use-largest-pages.ts';
