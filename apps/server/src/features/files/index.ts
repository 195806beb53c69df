export type { NodeAccess, NodeRow } from './model.ts';
export {
  findVersionRow,
  knownContentSha256,
  knownCrc64,
  listDamagedVersions,
  type VersionRow,
} from './store/versions.ts';
export { countJobs } from './store/administration/count-jobs.ts';
export { countPurges, listJobsOfAll, type JobOfAll } from './store/administration/jobs-of-all.ts';
export { cancelAnyJob, retryJob } from './jobs/administer-jobs.ts';
export { createFolder, createFolderIn } from './create-folder.ts';
export { type GuestAuthor, guestFacts, nameSort } from './model.ts';
export { searchText } from '../../platform/texts/search-text.ts';
export { renameNode, renameNodeIn } from './rename-node.ts';
export { moveNodes, moveNodesIn } from './move/move-nodes.ts';
export { trashNodes, trashNodesIn } from './trash/trash-nodes.ts';
export { restoreNodes } from './trash/restore-nodes.ts';
export { copyNodes } from './copy/copy-nodes.ts';
export { listChildren } from './list-children.ts';
export { search } from './find/search.ts';
export { listMoments } from './find/list-moments.ts';
export { listTree } from './list-tree.ts';
export {
  findNode,
  findNodes,
  findSpaceIdOf,
  findTrashedFile,
  listAccesses,
  lockNode,
  lockNodes,
} from './node-access.ts';
export { inSeenNode, type SeenNode } from './in-seen-node.ts';
export { presentAuthor } from './details/present-author.ts';
export { type AuthorRow, findAuthors } from './store/authors.ts';
export { may, NEEDED_ROLE, roleInSpace, visibleAncestors } from './policy.ts';
export { presentAccess, presentNode } from './present.ts';
export { withPictures } from './with-pictures.ts';
export { pruneVersions } from './versions/prune-versions.ts';
export { purgeTrash } from './trash/purge-trash.ts';
export { pruneJobs, runJobs } from './jobs/run-jobs.ts';
export { putFiles } from './put-files.ts';
export { listChildrenByKey, listIdsAlong, listNodeRows, listSpaceIds } from './store/nodes.ts';
export { type DoneItem, isRetryable, type JobRow } from './jobs/model.ts';
export { failJob } from './jobs/end-job.ts';
export {
  findOwn,
  importedItem,
  type LeftOut,
  recordImported,
  startImport,
} from './jobs/importing.ts';
export { presentJobDetails } from './jobs/present-job.ts';
export { findJob, finishJob } from './store/jobs.ts';
export { findNextImport, showImportedBytes } from './store/importing/import-jobs.ts';
export { isActivePerson, setRetry } from './store/running-jobs.ts';
