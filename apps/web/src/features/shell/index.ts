export { AppFrame, NOTICES } from './app-frame.tsx';
