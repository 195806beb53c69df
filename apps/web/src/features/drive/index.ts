export { Drive } from './drive.tsx';
