export { LaterStep } from './later-step.tsx';
export { Problem } from './problem.tsx';
export { WaitNote } from './wait-note.tsx';
