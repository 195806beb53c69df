export { Preview, type PreviewProps } from './preview.tsx';
