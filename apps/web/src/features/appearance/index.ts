export { Appearance } from './appearance.tsx';
