import type { ConflictRule, NodeId, VersionId } from '@coffer/contracts';
import type { LocalEntry } from '../local/walk.ts';

/** Range of times that the API accepts. File systems can have any year. */
const TIME_MIN = Date.parse('0001-01-01T00:00:00Z');
const TIME_MAX = Date.parse('9999-12-31T00:00:00Z');

export interface UploadFile {
  readonly local: Pick<LocalEntry, 'absolute' | 'sizeBytes' | 'modifiedMs'>;
  readonly parentId: NodeId;
  readonly name: string;
  /** Path for error messages. */
  readonly shown: string;
  readonly conflict: ConflictRule;
  /** The upload becomes the next version of exactly this version, or fails. */
  readonly basedOn?: VersionId;
}

export function requestOf({ local, parentId, name, conflict, basedOn }: UploadFile) {
  return {
    parentId,
    name,
    sizeBytes: local.sizeBytes,
    // Empty, so that the server derives the type from the name.
    mediaType: '',
    modifiedAt: new Date(Math.min(Math.max(local.modifiedMs, TIME_MIN), TIME_MAX)).toISOString(),
    conflict,
    ...(basedOn === undefined ? {} : { basedOn }),
  };
}
