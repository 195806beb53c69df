import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import type { IntegrityLevel } from '../blobs.ts';
import { diagnose } from './diagnoses.ts';
import type { Capabilities, Diagnosis, Examination } from './model.ts';
import { type ExaminedStore, layDown, send, type Table } from './patient.ts';
import { probeChecksums, probeEncoding, probeLifecycle, probeMultipart } from './probe-checks.ts';
import { isMinio, knock, probeDoor } from './probe-door.ts';
import { probeObjects } from './probe-objects.ts';
import { probePublic } from './probe-public.ts';

const MIB = 1024 * 1024;

/**
 * Examines a store by trying what Coffer and its pages will do, under `<prefix>probe/`; what was written is removed. `fast` leaves out what
 * costs many requests or large bodies. A failure at the door ends it, because nothing behind can be told.
 */
export async function examineStore(store: ExaminedStore, depth: 'fast' | 'full'): Promise<Examination> {
  const laid = layDown(store);
  const reached = await knock(laid);
  const table = { ...laid, patient: { ...laid.patient, isMinio: isMinio(reached) } };
  const isFull = depth === 'full';
  const diagnoses: Diagnosis[] = [...(await probeDoor(table, reached))];
  const isIn = diagnoses.every((diagnosis) => diagnosis.severity !== 'fail');
  const objects = isIn ? await probeObjects(table) : [];
  diagnoses.push(...objects);
  // A key that may not list and not write may do nothing.
  const codes = new Set(diagnoses.map((diagnosis) => diagnosis.code));
  const isForbidden = codes.has('no_list') && codes.has('no_write');
  const canWrite =
    isIn && !['no_write', 'headers_stripped', 'write_refused'].some((code) => has(codes, code));
  const checks = canWrite ? await probeChecksums(table) : { checksums: [], conditionalWrite: false };
  const hasChecksum = checks.checksums.includes('sha256');
  if (canWrite) {
    if (!hasChecksum) {
      diagnoses.push(diagnose('checksum_ignored', table.patient, String(levelOf(checks.checksums))));
    }
    const encoding = await probeEncoding(table, levelOf(checks.checksums));
    const lifecycle = isFull ? await probeLifecycle(table) : undefined;
    diagnoses.push(
      ...[encoding, lifecycle].filter((each) => each !== undefined),
      ...(isFull ? await probeMultipart(table) : []),
      ...(store.isRelayed === true ? [] : await probePublic(table, { isFull, hasChecksum })),
    );
  }
  await clearUp(table);
  const told = isForbidden ? [diagnose('bucket_forbidden', table.patient)] : diagnoses;
  return {
    examinedAt: store.clock.now(),
    capabilities: {
      ...checks,
      ranges: canWrite && !codes.has('no_ranges'),
      multipart:
        canWrite && !diagnoses.some(({ code }) => code === 'no_multipart' || code === 'multipart_broken'),
      list: isIn && !codes.has('no_list'),
      addressing: store.forcePathStyle ? 'path' : 'host',
      partSizeMinBytes: 5 * MIB,
      partCountMax: 10_000,
      endpoint: store.endpoint,
      publicEndpoint: store.publicEndpoint,
    },
    diagnoses: told.every(({ severity }) => severity === 'ok')
      ? [diagnose('fine', table.patient), ...told]
      : bySeverity(told),
  };
}

function levelOf(checksums: Capabilities['checksums']): IntegrityLevel {
  if (checksums.includes('sha256')) return 1;
  return checksums.includes('md5') ? 2 : 3;
}

function has(codes: ReadonlySet<string>, code: string): boolean {
  return codes.has(code);
}

function bySeverity(diagnoses: readonly Diagnosis[]): readonly Diagnosis[] {
  const ofThis = (wanted: Diagnosis['severity']): readonly Diagnosis[] =>
    diagnoses.filter(({ severity }) => severity === wanted);
  return [...ofThis('fail'), ...ofThis('warn'), ...ofThis('ok')];
}

async function clearUp(table: Table): Promise<void> {
  await Promise.all(
    Array.from(table.written, async (Key) =>
      send(table, new DeleteObjectCommand({ Bucket: table.store.bucket, Key }), { method: 'DELETE' }),
    ),
  );
}
