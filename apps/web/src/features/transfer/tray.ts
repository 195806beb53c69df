export { TransferTray } from './transfer-tray.tsx';
