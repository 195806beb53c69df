export { NewSpaceDialog, SpaceTools } from './lazy-parts.ts';
