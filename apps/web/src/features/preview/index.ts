export { Preview, type PreviewProps } from './preview.tsx';

/** For guests of public links, who only look. */
export const loadGuestPreview = async () => (await import('./guest-preview.tsx')).GuestPreview;
