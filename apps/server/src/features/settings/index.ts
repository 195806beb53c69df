export { createLogoReader } from './branding/read-logo.ts';
export { createBrandReader } from './branding/read-brand.ts';
