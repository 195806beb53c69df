export { Preview, type PreviewProps } from './preview.tsx';

/** For guests of public links, read-only. */
export const loadGuestPreview = async () => (await import('./guest-preview.tsx')).GuestPreview;
