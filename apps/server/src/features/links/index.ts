export { tellHandIns } from './requests/tell-hand-ins.ts';
export { sweepLinks } from './sweep-links.ts';
