export { Storage } from './storage.tsx';
