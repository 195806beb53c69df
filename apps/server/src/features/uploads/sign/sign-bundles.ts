import { LIMITS, type SignedBundle, UploadId } from '@coffer/contracts';
import type { Services } from '../../../services.ts';
import { isSinglePut, type PartRow, type UploadRow } from '../model.ts';
import { signedFile } from '../provider-upload.ts';
import { noteUrls } from './sign-parts.ts';

type Needs = Pick<Services, 'db' | 'blobs'>;

interface Declared {
  readonly upload: UploadRow;
  readonly declared: readonly PartRow[];
}

interface Bundled {
  readonly upload: UploadRow;
  readonly row: PartRow;
}

export function isForBundle({ blobs }: Needs, { upload, declared }: Declared): boolean {
  return (
    blobs.takesBundles &&
    isSinglePut(upload) &&
    declared.length === 1 &&
    upload.size_bytes <= LIMITS.bundleFileMaxBytes
  );
}

/**
 * Signs as few bundles as possible, in the given order. Each allows exactly the declared bytes. [Note: One content for
 * a key]
 */
export async function signBundles(
  services: Needs,
  begunAt: Date,
  uploads: readonly Declared[],
): Promise<readonly SignedBundle[]> {
  const files = uploads.flatMap(({ upload, declared }) => declared.map((row) => ({ upload, row })));
  const signed = cut(files).map((bundle) => ({
    bundle,
    request: services.blobs.signBundle(bundle.map(({ upload, row }) => signedFile(upload, row))),
  }));
  await noteUrls(services, begunAt, {
    blobIds: files.map(({ upload }) => upload.blob_id),
    requests: signed.map(({ request }) => request),
  });
  return signed.map(({ bundle, request: { url, fields = [], expiresAt } }) => ({
    url,
    fields: fields.map(([name, value]): [string, string] => [name, value]),
    expiresAt: expiresAt.toISOString(),
    uploadIds: bundle.map(({ upload }) => UploadId.parse(upload.id)),
  }));
}

function cut(files: readonly Bundled[]): readonly (readonly Bundled[])[] {
  const bundles: Bundled[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of files) {
    if (bytes + file.upload.size_bytes > LIMITS.bundleMaxBytes) {
      bundles.push([]);
      bytes = 0;
    }
    bundles.at(-1)?.push(file);
    bytes += file.upload.size_bytes;
  }
  return bundles;
}
