import { isIP } from 'node:net';
import { z } from 'zod';

/**
 * Shapes and limits of the service model (botocore `cognito-idp/2016-04-18`). Each message is the second half of
 * Cognito's: "Value at 'x' failed to satisfy constraint: …".
 */

interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
}

export function text(limits: TextLimits) {
  const { min = 0, max = 131_072, pattern } = limits;
  return z.string().check((context) => {
    const fail = (message: string) => context.issues.push({ code: 'custom', message, input: undefined });
    const { value } = context;
    if (value.length < min) fail(`Member must have length greater than or equal to ${min}`);
    if (value.length > max) fail(`Member must have length less than or equal to ${max}`);
    if (pattern !== undefined && !pattern.test(value))
      fail(`Member must satisfy regular expression pattern: ${pattern.source.slice(1, -1)}`);
  });
}

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, {
    error: (issue) =>
      typeof issue.input === 'string'
        ? `Member must satisfy enum value set: [${values.join(', ')}]`
        : undefined,
  });
}

export function integer(limits: { readonly min: number; readonly max: number }) {
  const { min, max } = limits;
  return z.int().check((context) => {
    const fail = (message: string) => context.issues.push({ code: 'custom', message, input: undefined });
    if (context.value < min) fail(`Member must have value greater than or equal to ${min}`);
    if (context.value > max) fail(`Member must have value less than or equal to ${max}`);
  });
}

export const clientId = text({ min: 1, max: 128, pattern: /^[\w+]+$/ });
export const clientSecret = text({ min: 24, max: 64, pattern: /^[\w+]+$/ });
export const poolId = text({ min: 1, max: 55, pattern: /^[\w-]+_[0-9a-zA-Z]+$/ });
export const username = text({ min: 1, max: 128, pattern: /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u });
/** The model says `[\S]+`; its newer version allows inner spaces, which passphrases need. */
export const password = text({ min: 6, max: 256, pattern: /^[\S]+.*[\S]+$/ });
export const presentPassword = text({ max: 256 });
export const session = text({ min: 20, max: 2048 });
export const token = text({ min: 1, max: 16_384, pattern: /^[A-Za-z0-9-_=.]+$/ });
export const totpCode = text({ min: 6, max: 6, pattern: /^[0-9]+$/ });
export const confirmationCode = text({ min: 1, max: 2048, pattern: /^[\S]+$/ });
export const shortText = text({ max: 131_072 });
export const filter = text({ max: 256 });
export const paginationToken = text({ min: 1, max: 1024, pattern: /^[\S]+$/ });
/** `PaginationKey` of newer operations. */
export const longToken = text({ min: 1, max: 131_072, pattern: /^[\S]+$/ });
export const flag = z.boolean();

export const attributeName = text({ min: 1, max: 32, pattern: /^[\p{L}\p{M}\p{S}\p{N}\p{P}\t\n\r ]+$/u });
export const attributeNames = z.array(attributeName).max(100);
export const attributes = z
  .array(z.object({ Name: attributeName, Value: text({ max: 2048 }).optional() }))
  .max(100);
export const parameters = z.record(text({ max: 256 }), text({ max: 131_072 }));
export const userContextData = z.object({
  IpAddress: text({ max: 131_072 }).optional(),
  EncodedData: text({ max: 131_072 }).optional(),
});
export const contextData = z.object({
  /** Invalid addresses are ignored in favour of the connection's. */
  IpAddress: z
    .string()
    .max(131_072)
    .transform((address) => (isIP(address) === 0 ? undefined : address))
    .optional(),
  ServerName: text({ max: 131_072 }).optional(),
  ServerPath: text({ max: 131_072 }).optional(),
  HttpHeaders: z
    .array(
      z.object({ headerName: text({ max: 4096 }).optional(), headerValue: text({ max: 4096 }).optional() }),
    )
    .max(100)
    .optional(),
  EncodedData: text({ max: 131_072 }).optional(),
});
const mfaSettings = z.object({ Enabled: flag.optional(), PreferredMfa: flag.optional() });
export const mfaPreference = {
  SMSMfaSettings: mfaSettings.optional(),
  SoftwareTokenMfaSettings: mfaSettings.optional(),
  EmailMfaSettings: mfaSettings.optional(),
  WebAuthnMfaSettings: z.object({ Enabled: flag.optional() }).optional(),
};
export const deviceKey = text({ min: 1, max: 55, pattern: /^[\w-]+_[0-9a-f-]+$/ });
export const deviceName = text({ min: 1, max: 1024 });
export const deviceStatus = oneOf(['remembered', 'not_remembered']);
export const deviceSecretVerifier = z.object({
  PasswordVerifier: text({ max: 2048 }).optional(),
  Salt: text({ max: 2048 }).optional(),
});
/** base64url of at most 1023 bytes, the limit of WebAuthn. */
export const credentialId = text({ min: 1, max: 1364, pattern: /^[A-Za-z0-9_-]+$/ });
export const groupName = text({ min: 1, max: 128, pattern: /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u });
export const description = text({ max: 2048 });
export const arn = text({
  min: 20,
  max: 2048,
  pattern:
    /^arn:[\w+=/,.@-]+:[\w+=/,.@-]+:([\w+=/,.@-]*)?:[0-9]+:[\w+=/,.@-]+(:[\w+=/,.@-]+)?(:[\w+=/,.@-]+)?$/,
});
export const providerName = text({ min: 1, max: 32, pattern: /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u });
export const idpIdentifiers = z.array(text({ min: 1, max: 40, pattern: /^[\w\s+=.@-]+$/ })).max(50);
export const providerUser = z.object({
  ProviderName: text({ min: 1, max: 32 }).optional(),
  ProviderAttributeName: text({ max: 131_072 }).optional(),
  ProviderAttributeValue: text({ max: 255 }).optional(),
});
