import type { ConflictRule, NodeId, VersionId } from '@coffer/contracts';
import type { LocalEntry } from '../local/walk.ts';

/** Years that the API knows. Disks have times of any year. */
const TIME_MIN = Date.parse('0001-01-01T00:00:00Z');
const TIME_MAX = Date.parse('9999-12-31T00:00:00Z');

export interface UploadFile {
  readonly local: Pick<LocalEntry, 'absolute' | 'sizeBytes' | 'modifiedMs'>;
  readonly parentId: NodeId;
  readonly name: string;
  /** For error messages. */
  readonly shown: string;
  readonly conflict: ConflictRule;
  /** Becomes the next version of exactly this one, or nothing. */
  readonly basedOn?: VersionId;
}

export function requestOf({ local, parentId, name, conflict, basedOn }: UploadFile) {
  return {
    parentId,
    name,
    sizeBytes: local.sizeBytes,
    // The server knows it by the name.
    mediaType: '',
    modifiedAt: new Date(Math.min(Math.max(local.modifiedMs, TIME_MIN), TIME_MAX)).toISOString(),
    conflict,
    ...(basedOn === undefined ? {} : { basedOn }),
  };
}
