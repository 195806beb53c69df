export { GuestPage } from './guest-page.tsx';
export type { GuestPreviewing } from './guest-page-props.ts';
