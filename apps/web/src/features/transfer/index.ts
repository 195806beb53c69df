export type { Entry } from './engine.ts';
export { transfers } from './transfers.ts';
export { entriesOfChoice, entriesOfDrop } from './walk-drop.ts';
