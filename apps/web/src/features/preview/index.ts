export { Preview, type PreviewProps } from './preview.tsx';

/** Loads the preview for guests of public links. */
export const loadGuestPreview = async () => (await import('./guest-preview.tsx')).GuestPreview;
