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

/** What the process reads as one JSON line from its standard input. */
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
  /** Left out: the address that is listened at. */
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(1024)
    .optional(),
  /** Where browsers find the hosted pages; left out, `baseUrl`. */
  hosted: z
    .strictObject({
      publicUrl: z
        .url({ protocol: /^https?$/ })
        .max(1024)
        .optional(),
    })
    .optional(),
  encryptionKey: keyBytes,
  encryptionKeyId: keyId.default('k1'),
  /** Keys of older rows, the oldest first. */
  previousKeys: z
    .array(z.strictObject({ id: keyId, key: keyBytes }))
    .max(10)
    .default([]),
  adminCredentials: z
    .array(
      z.strictObject({
        accessKeyId: z.string().regex(/^\w{3,128}$/),
        secretAccessKey: z.string().min(16).max(256),
        /** The only pools that it opens; left out: all of them. */
        pools: z.array(poolIdSchema).max(100).optional(),
      }),
    )
    .max(20),
  pools: z.array(declaredPoolSchema).max(100),
  /** What administrators sign for, and the first part of the ids of new pools. */
  region: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,30}$/)
    .default('us-east-1'),
  delivery: deliverySettingsSchema.prefault({}),
  limits: limitsSchema.prefault({}),
  /** Days after which signing keys are replaced; null: only by `rotate-keys`. */
  signingKeyAgeDays: z.int().min(1).max(3650).nullable().default(90),
});

export type Configuration = z.output<typeof configurationSchema>;
/** The configuration as it is written: defaults left out, keys in base64. */
export type ConfigurationInput = z.input<typeof configurationSchema>;
