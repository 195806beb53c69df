export { thumbnailsOf } from './get-thumbnails.ts';
