export { tellHandIns } from './requests/tell-hand-ins.ts';
export { endCountedDownloads, sweepLinks } from './sweep-links.ts';
