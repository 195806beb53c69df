/** All pages but the list of a folder, which opens first. */
export const loadOtherPages = () => import('./other-pages.tsx');
