import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { SourceAddress } from './bucket-source.ts';

export type Objects = Readonly<Record<string, string | Uint8Array>>;

export async function fillBucket(address: SourceAddress, objects: Objects): Promise<void> {
  const { endpoint, region, bucket: Bucket, ...credentials } = address;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  for (const [Key, body] of Object.entries(objects)) {
    // The SDK takes an empty text for a stream.
    const Body = typeof body === 'string' ? Buffer.from(body) : body;
    await client.send(new PutObjectCommand({ Bucket, Key, Body }));
  }
  client.destroy();
}
