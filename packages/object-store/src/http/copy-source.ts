import { err, ok, type Result } from '@coffer/kit';
import type { Call, StoreServices } from '../call.ts';
import type { PinnedObject } from '../disk/object-table.ts';
import { noSuchBucket, noSuchKey, notImplemented, refusal, type S3Error } from '../errors.ts';
import { mayUse } from '../sigv4/grant.ts';
import { checkReadConditions, copySourceConditions } from './conditions.ts';

export interface CopySource {
  readonly bucket: string;
  readonly key: string;
}

export function parseCopySource(header: string): Result<CopySource, S3Error> {
  const [path = '', version] = header.split('?versionId=', 2);
  if (version !== undefined && version !== 'null') return err(notImplemented('Parameter', 'versionId'));
  const decoded = decode(path);
  const [, bucket = '', key = ''] = /^\/?([^/]+)\/(.+)$/s.exec(decoded ?? '') ?? [];
  if (bucket === '' || key === '') {
    return err(
      refusal(
        'InvalidArgument',
        'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
        [['ArgumentName', 'x-amz-copy-source']],
      ),
    );
  }
  return ok({ bucket, key });
}

export async function openCopySource(
  services: StoreServices,
  call: Call,
  source: CopySource,
): Promise<Result<PinnedObject, S3Error>> {
  if (!mayUse(call.authorization.grant, 'read', source.bucket)) return err(refusal('AccessDenied'));
  if (services.disk.buckets.find(source.bucket) === undefined) return err(noSuchBucket(source.bucket));
  const object = await services.disk.objects.open(source.bucket, source.key);
  if (object === undefined) return err(noSuchKey(source.key));
  const { etag, modifiedAt } = object.manifest;
  const condition = checkReadConditions(copySourceConditions(call.request.headers), {
    etag,
    modifiedAt: new Date(modifiedAt),
  });
  if (condition.outcome === 'go') return ok(object);
  object.release();
  const name = `x-amz-copy-source-${condition.name.toLowerCase()}`;
  return err(refusal('PreconditionFailed', undefined, [['Condition', name]]));
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
