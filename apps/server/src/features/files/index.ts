export type { NodeAccess, NodeRow } from './model.ts';
export { findVersionRow, knownCrc64, listDamagedVersions } from './store/versions.ts';
export { findNode, findNodes, lockNodes } from './node-access.ts';
export { may, NEEDED_ROLE } from './policy.ts';
export { presentNode } from './present.ts';
export { purgeTrash } from './purge-trash.ts';
export { putFiles } from './put-files.ts';
export { listChildrenByKey, listNodeRows, listSpaceIds } from './store.ts';
