import { isIP } from 'node:net';
import type { S3Access } from './s3-client.ts';

/**
 * `https://bucket.host` if wanted and possible, otherwise `https://host/bucket`. Wildcard certificates do not cover
 * names with dots.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
 */
export function bucketUrl(access: Pick<S3Access, 'endpoint' | 'forcePathStyle'>, bucket: string): string {
  const { protocol, host, hostname, origin } = new URL(access.endpoint);
  const isHosted =
    !access.forcePathStyle && !bucket.includes('.') && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  return isHosted ? `${protocol}//${bucket}.${host}` : `${origin}/${bucket}`;
}
