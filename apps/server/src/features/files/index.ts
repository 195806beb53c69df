export type { FilesFailure, NodeAccess, NodeRow } from './model.ts';
export { type Asking, findNode, lockNode } from './node-access.ts';
export { may, NEEDED_ROLE } from './policy.ts';
export { presentNode } from './present.ts';
export { type NewFile, putFile } from './put-file.ts';
export { findChildByKey, findNodeRow } from './store.ts';
