export { SeeAsPage } from './see-as-page.tsx';
