export { PastFolder } from './past-folder.tsx';
export type { PastViewing } from './past-viewing.ts';
