export { countUnconverted } from './store/conversions.ts';
export { countUndrawn } from './store/renditions.ts';
export { thumbnailsOf } from './get-thumbnails.ts';
