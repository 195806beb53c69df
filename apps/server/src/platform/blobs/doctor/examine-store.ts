import { createHash } from 'node:crypto';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import type { IntegrityLevel } from '../blobs.ts';
import { diagnose } from './diagnoses.ts';
import {
  type Area,
  AREAS,
  type Capabilities,
  type Diagnosis,
  type Examination,
  type Tried,
} from './model.ts';
import { browserKeys, type ExaminedStore, createProbe, send, type Probe } from './probe.ts';
import { probeChecksums, probeEncoding, probeLifecycle } from './probe-checks.ts';
import { isMinio, probeEndpoint, probeAccess } from './probe-access.ts';
import { probeObjects } from './probe-objects.ts';
import { probeParts } from './probe-parts.ts';
import { probePublic } from './probe-public.ts';
import { diagnosesOf, takesParts } from './tried.ts';

const COSTLY: ReadonlySet<Area> = new Set(['rules', 'parts', 'bodies']);
/** Not tested if browsers never reach the store directly. */
const OUTSIDE: ReadonlySet<Area> = new Set(['public', 'bodies']);

/**
 * Works under `<prefix>probe/` and deletes the objects that it wrote. `fast` skips expensive areas; a failure to
 * connect or authenticate ends the examination.
 */
export async function examineStore(store: ExaminedStore, depth: 'fast' | 'full'): Promise<Examination> {
  const unlabelled = createProbe(store);
  const reached = await probeEndpoint(unlabelled);
  const probe = { ...unlabelled, target: { ...unlabelled.target, isMinio: isMinio(reached) } };
  const areas = AREAS.filter((area) => store.isRelayed !== true || !OUTSIDE.has(area));
  const wanted = new Set(areas.filter((area) => depth === 'full' || !COSTLY.has(area)));
  const { found, checks, isIn, canWrite } = await probeStore(probe, reached);
  const codes = new Set(found.map(({ code }) => code));
  const tried: Tried[] = [{ area: 'store', diagnoses: found }];
  if (canWrite) {
    const integrity = levelOf(checks.checksums);
    if (wanted.has('rules')) tried.push({ area: 'rules', diagnoses: await probeLifecycle(probe) });
    if (wanted.has('public')) tried.push({ area: 'public', diagnoses: await probePublic(probe, integrity) });
    const way = { integrity, isOpenOutside: isOpenOutside(tried), mayRemove: !codes.has('no_delete') };
    if (wanted.has('parts')) tried.push(...(await probeParts(probe, way)));
  }
  if (canWrite) for (const key of browserKeys(probe)) probe.written.add(key);
  await clearUp(probe);
  return {
    examinedAt: store.clock.now(),
    subject: subjectOf(store),
    capabilities: {
      ...checks,
      ranges: canWrite && !codes.has('no_ranges'),
      multipart: takesParts(tried),
      list: isIn && !codes.has('no_list'),
      addressing: store.forcePathStyle ? 'path' : 'host',
      endpoint: store.endpoint,
      publicEndpoint: store.publicEndpoint,
    },
    areas,
    tried,
    diagnoses: diagnosesOf(tried),
  };
}

async function probeStore(
  probe: Probe,
  reached: Awaited<ReturnType<typeof probeEndpoint>>,
): Promise<{
  readonly found: readonly Diagnosis[];
  readonly checks: Pick<Capabilities, 'checksums' | 'conditionalWrite'>;
  readonly isIn: boolean;
  readonly canWrite: boolean;
}> {
  const { target } = probe;
  const access = await probeAccess(probe, reached);
  const isIn = access.every(({ severity }) => severity !== 'fail');
  const found = [...access, ...(isIn ? await probeObjects(probe) : [])];
  const codes = new Set(found.map(({ code }) => code));
  const canWrite = isIn && !['no_write', 'headers_stripped', 'write_refused'].some((code) => codes.has(code));
  if (!canWrite) {
    // A key that can neither list nor write probably has no permission at all.
    const isForbidden = codes.has('no_list') && codes.has('no_write');
    return {
      found: isForbidden ? [diagnose('bucket_forbidden', target)] : found,
      checks: { checksums: [], conditionalWrite: false },
      isIn: isIn && !isForbidden,
      canWrite,
    };
  }
  const checks = await probeChecksums(probe);
  const level = levelOf(checks.checksums);
  if (level !== 1) found.push(diagnose('checksum_ignored', target, String(level)));
  const encoding = await probeEncoding(probe, level);
  return { found: encoding === undefined ? found : [...found, encoding], checks, isIn, canWrite };
}

function isOpenOutside(tried: readonly Tried[]): boolean {
  const outside = tried.find(({ area }) => area === 'public');
  return outside?.diagnoses.every(({ code }) => !/^(public|headers)_/.test(code)) === true;
}

/** Hashes the settings, because some of them are confidential. */
function subjectOf(store: ExaminedStore): string {
  const { endpoint, publicEndpoint, region, bucket, prefix, accessKeyId, forcePathStyle, pageOrigin } = store;
  const settings = [
    endpoint,
    publicEndpoint,
    region,
    bucket,
    prefix,
    accessKeyId,
    forcePathStyle,
    pageOrigin,
  ];
  return createHash('sha256')
    .update(JSON.stringify([...settings, store.isRelayed === true]))
    .digest('base64url');
}

function levelOf(checksums: Capabilities['checksums']): IntegrityLevel {
  if (checksums.includes('sha256')) return 1;
  return checksums.includes('md5') ? 2 : 3;
}

async function clearUp(probe: Probe): Promise<void> {
  await Promise.all(
    Array.from(probe.written, async (Key) =>
      send(probe, new DeleteObjectCommand({ Bucket: probe.store.bucket, Key }), { method: 'DELETE' }),
    ),
  );
}
