export { PastFolder, type PastViewing } from './past-folder.tsx';
