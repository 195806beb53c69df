export { notifyFollowers } from './notify-followers.ts';
