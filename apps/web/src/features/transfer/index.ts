import { lazy } from 'react';

export { bringUpChoice, bringUpDrop, onTransfersStart, startedTransfers } from './door.ts';
export { onLooksChange } from './looks.ts';

/** Everything on its way, in a corner of every screen; its code comes with the first transfer. */
export const TransferTray = lazy(async () => ({
  default: (await import('./transfer-tray.tsx')).TransferTray,
}));

/** What is said while it is found out what was chosen. */
export const LookingCard = lazy(async () => ({
  default: (await import('./looking-card.tsx')).LookingCard,
}));

/** Goes on with what was begun before the person came (back); its code comes when the page is idle. */
export async function takeUpTransfers(personId: string, signal: AbortSignal): Promise<void> {
  await (await import('./take-up.ts')).takeUpTransfers(personId, signal);
}
