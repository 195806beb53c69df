import { lazy } from 'react';

export { bringUpChoice, bringUpDrop, onTransfersStart, startedTransfers } from './door.ts';

/** Everything on its way, in a corner of every screen; its code comes with the first transfer. */
export const TransferTray = lazy(async () => ({
  default: (await import('./transfer-tray.tsx')).TransferTray,
}));
