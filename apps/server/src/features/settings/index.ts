export { createBrandReader } from './branding/read-brand.ts';
