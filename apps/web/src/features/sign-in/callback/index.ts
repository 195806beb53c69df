export { Callback } from './callback.tsx';
