export { LaterStep } from './later-step.tsx';
export { Notice } from './notice.tsx';
export { Problem } from './problem.tsx';
export { WaitNote } from './wait-note.tsx';
