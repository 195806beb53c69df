export type { NodeAccess, NodeRow } from './model.ts';
export { findVersionRow, knownCrc64, listDamagedVersions } from './store/versions.ts';
export { findNode, lockNode } from './node-access.ts';
export { may, NEEDED_ROLE } from './policy.ts';
export { presentNode } from './present.ts';
export { purgeTrash } from './purge-trash.ts';
export { putFile } from './put-file.ts';
export { findChildByKey, findNodeRow } from './store.ts';
