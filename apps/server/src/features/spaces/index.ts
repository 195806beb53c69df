export { createPersonalSpace, type PersonalSpace } from './create-personal-space.ts';
export { findPersonalSpace } from './find-personal-space.ts';
export type { EventVerb, LockedSpace, SpaceEvent } from './model.ts';
export { recordEvents } from './record-events.ts';
export { changeUse, findSpace, lockSpace, roleIn } from './store.ts';
