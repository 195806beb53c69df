import { z } from 'zod';
import { VAULT_KEY_SIZE_BYTES } from './crypto/vault.ts';
import { deliverySettingsSchema } from './delivery/settings.ts';
import { limitsSchema } from './limits/limits.ts';
import { declaredPoolSchema, poolIdSchema } from './settings.ts';

const keyId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
const keyBytes = z
  .base64()
  .transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
  .refine((bytes) => bytes.length === VAULT_KEY_SIZE_BYTES, 'must be 32 bytes in base64');

/** Read as one JSON line from stdin. */
export const configurationSchema = z.strictObject({
  database: z.union([
    z.strictObject({
      connectionString: z.string().min(1).max(2048),
      max: z.int().min(1).max(100).optional(),
    }),
    z.strictObject({
      host: z.string().min(1).max(1024),
      port: z.int().min(1).max(65_535).optional(),
      user: z.string().min(1).max(63),
      database: z.string().min(1).max(63),
      password: z.string().max(1024).optional(),
      max: z.int().min(1).max(100).optional(),
    }),
  ]),
  listen: z.strictObject({
    host: z.string().min(1).max(255).default('127.0.0.1'),
    port: z.int().min(0).max(65_535).default(0),
  }),
  /** Default: the URL of the listener. */
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(1024)
    .optional(),
  /** Public URL of the hosted pages. Default: `baseUrl`. */
  hosted: z
    .strictObject({
      publicUrl: z
        .url({ protocol: /^https?$/ })
        .max(1024)
        .optional(),
    })
    .optional(),
  /** Origins that may call the pool. Default: all, as at Cognito. */
  corsOrigins: z
    .union([z.literal('*'), z.array(z.url({ protocol: /^https?$/ }).max(1024)).max(100)])
    .default('*'),
  /** Host names under which the pool may be called. Default: any. */
  hosts: z.array(z.string().min(1).max(255).toLowerCase()).max(100).optional(),
  encryptionKey: keyBytes,
  encryptionKeyId: keyId.default('k1'),
  previousKeys: z
    .array(z.strictObject({ id: keyId, key: keyBytes }))
    .max(10)
    .default([]),
  adminCredentials: z
    .array(
      z.strictObject({
        accessKeyId: z.string().regex(/^\w{3,128}$/),
        secretAccessKey: z.string().min(16).max(256),
        /** Limits the key pair to these pools. Default: all. */
        pools: z.array(poolIdSchema).max(100).optional(),
      }),
    )
    .max(20),
  pools: z.array(declaredPoolSchema).max(100),
  /** Signing region of administrators, and the prefix of new pool ids. */
  region: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,30}$/)
    .default('us-east-1'),
  delivery: deliverySettingsSchema.prefault({}),
  limits: limitsSchema.prefault({}),
  /** Days until signing keys are rotated. Null: only by `rotate-keys`. */
  signingKeyAgeDays: z.int().min(1).max(3650).nullable().default(90),
});

export type Configuration = z.output<typeof configurationSchema>;
export type ConfigurationInput = z.input<typeof configurationSchema>;
