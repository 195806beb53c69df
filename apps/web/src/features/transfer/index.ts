export type { Entry } from './engine.ts';
export { TransferTray } from './transfer-tray.tsx';
export { transfers } from './transfers.ts';
export { entriesOfChoice, entriesOfDrop } from './walk-drop.ts';
