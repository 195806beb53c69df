import { parseJson } from '@coffer/kit';
import { z } from 'zod';

/** `PublicKeyCredential.toJSON()` (WebAuthn level 3 §5.1), with size limits. */

const base64url = (charactersMax: number) =>
  z
    .string()
    .min(1)
    .max(charactersMax)
    .regex(/^[A-Za-z0-9_-]+$/);
/** WebAuthn ids have at most 1023 bytes. */
const credentialId = base64url(1364);
const clientDataJson = base64url(8192);

const credentialShape = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
};

export const registrationJsonSchema = z.object({
  ...credentialShape,
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
  response: z.object({
    clientDataJSON: clientDataJson,
    attestationObject: base64url(32_768),
    /** The standard says to ignore unknown hints. */
    transports: z.array(z.string().max(32)).max(16).optional().catch(undefined),
  }),
});
export type RegistrationJson = z.output<typeof registrationJsonSchema>;

export const assertionJsonSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: clientDataJson,
    authenticatorData: base64url(8192),
    signature: base64url(4096),
    userHandle: z.string().max(128).optional(),
  }),
});
export type AssertionJson = z.output<typeof assertionJsonSchema>;

const clientDataSchema = z.object({
  type: z.string(),
  challenge: z.string().min(1).max(1024),
  origin: z.string().min(1).max(2048),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
});
/** Client data (WebAuthn level 3 §5.8.1); the authenticator signs its hash. */
export type ClientData = z.output<typeof clientDataSchema>;

export function readClientData(encoded: string): ClientData | undefined {
  const parsed = clientDataSchema.safeParse(parseJson(Buffer.from(encoded, 'base64url').toString('utf8')));
  return parsed.success ? parsed.data : undefined;
}

export function readAssertion(text: string): AssertionJson | undefined {
  const parsed = assertionJsonSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
}
