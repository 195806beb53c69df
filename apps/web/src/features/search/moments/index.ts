export { Moments } from './moments.tsx';
export { useMomentPages } from './use-moment-pages.ts';
