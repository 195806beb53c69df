// One chunk, fetched when files are first chosen: later the network may be gone.
export { ChosenList } from './chosen-list.tsx';
export { Receipt } from './receipt.tsx';
export { Returning } from './returning.tsx';
export { Sending } from './sending.tsx';
