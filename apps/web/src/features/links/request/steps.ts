// One chunk, fetched when files are first chosen, because the network may be gone later.
export { ChosenList } from './chosen-list.tsx';
export { Receipt } from './receipt.tsx';
export { Returning } from './returning.tsx';
export { Sending } from './sending.tsx';
