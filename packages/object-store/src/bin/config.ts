import { z } from 'zod';
import { isBucketName } from '../http/target.ts';

/** Read as one line of JSON from standard input, or from the file that `--config` names. */
export const configSchema = z.object({
  folder: z.string().min(1),
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(0).max(65_535),
  region: z.string().regex(/^[a-z0-9-]{1,64}$/),
  credentials: z
    .array(
      z.object({
        accessKeyId: z.string().regex(/^[\w/+=.-]{3,128}$/),
        secretAccessKey: z.string().min(16).max(256),
        access: z.enum(['read', 'read-write']).optional(),
        buckets: z.array(z.string().refine(isBucketName, 'not a bucket name')).max(100).optional(),
      }),
    )
    .min(1)
    .max(16),
  buckets: z.array(z.string().refine(isBucketName, 'not a bucket name')).max(100).default([]),
  corsOrigins: z.array(z.string().min(1).max(256)).max(100).default([]),
  logsRequests: z.boolean().default(true),
  limits: z
    .object({
      partBytesMin: z.int().min(1).optional(),
      lockTimeoutMs: z.int().min(0).optional(),
      stopTimeoutMs: z.int().min(0).optional(),
      reserveBytes: z.int().min(0).optional(),
    })
    .strict()
    .default({}),
});

export type BinConfig = z.infer<typeof configSchema>;

export function givenLimits(
  limits: BinConfig['limits'],
): Readonly<Partial<Record<keyof BinConfig['limits'], number>>> {
  return {
    ...(limits.partBytesMin === undefined ? {} : { partBytesMin: limits.partBytesMin }),
    ...(limits.lockTimeoutMs === undefined ? {} : { lockTimeoutMs: limits.lockTimeoutMs }),
    ...(limits.stopTimeoutMs === undefined ? {} : { stopTimeoutMs: limits.stopTimeoutMs }),
    ...(limits.reserveBytes === undefined ? {} : { reserveBytes: limits.reserveBytes }),
  };
}
