export { Branding } from './branding.tsx';
