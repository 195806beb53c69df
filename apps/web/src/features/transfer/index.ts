import { lazy } from 'react';

export { bringUp, onTransfersStart, startedTransfers } from './door.ts';
export { entriesOfChoice, entriesOfDrop } from './walk-drop.ts';

/** Everything on its way, in a corner of every screen; its code comes with the first transfer. */
export const TransferTray = lazy(async () => ({
  default: (await import('./transfer-tray.tsx')).TransferTray,
}));
