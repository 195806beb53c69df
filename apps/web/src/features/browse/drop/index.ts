export { carry } from './carry.ts';
export { DropHint } from './drop-hint.tsx';
export { placeDropped } from './place-dropped.ts';
