export { MoveDialogs } from './move-dialogs.tsx';
export { placeNodes, sayHeld } from './place-nodes.ts';
