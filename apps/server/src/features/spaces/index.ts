export { createPersonalSpace } from './create-personal-space.ts';
export { findPersonalSpace } from './find-personal-space.ts';
export type { LockedSpace, SpaceEvent } from './model.ts';
export { recordEvents } from './record-events.ts';
export { listDamagedFiles } from './store/damaged-files.ts';
export { changeUse, listSpaceUse, lockSpace, roleIn } from './store.ts';
