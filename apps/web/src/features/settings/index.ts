export { AdminSettings } from './admin-settings.tsx';
