export { DamageNotice } from './damage-notice.tsx';
