// Observed behaviour of external stores, verified by `npm run test:external`.
import type { IntegrityLevel } from './platform/blobs/blobs.ts';
import type { DiagnosisCode } from './platform/blobs/doctor/diagnoses.ts';

export interface KnownStore {
  readonly name: string;
  readonly integrity: IntegrityLevel;
  readonly takesForms: boolean;
  /** All diagnoses of a correctly configured store. */
  readonly diagnoses: readonly DiagnosisCode[];
}

export const KNOWN_STORES: Readonly<Record<string, KnownStore>> = {
  ceph: {
    name: 'Ceph RADOS Gateway 16.2.15',
    integrity: 2,
    takesForms: false,
    diagnoses: ['checksum_ignored', 'encoding_kept'],
  },
  minio: {
    name: 'MinIO 2026-02-12',
    integrity: 1,
    takesForms: true,
    diagnoses: ['fine', 'unfinished_ends'],
  },
  versity: {
    name: 'Versity S3 Gateway 1.8.0',
    integrity: 1,
    takesForms: true,
    diagnoses: ['fine'],
  },
};
