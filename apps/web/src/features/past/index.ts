export { PastFolder } from './past-folder.tsx';
