import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isTrustedUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || text.includes('#')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}

const trustedUrl = z.string().max(1024).refine(isTrustedUrl);

export const providerDetailsSchema = z.strictObject({
  client_id: z.string().min(1).max(256),
  authorize_scopes: z
    .string()
    .max(512)
    .refine((text) => text.split(' ').includes('openid')),
  oidc_issuer: trustedUrl,
  attributes_request_method: z.enum(['GET', 'POST']).default('GET'),
  authorize_url: trustedUrl.optional(),
  token_url: trustedUrl.optional(),
  attributes_url: trustedUrl.optional(),
  jwks_uri: trustedUrl.optional(),
  attributes_url_add_attributes: z.enum(['true', 'false']).optional(),
  /** Not in Cognito: links an account with the same verified e-mail address. */
  link_verified_email: z.enum(['true', 'false']).optional(),
});
export type ProviderDetails = z.infer<typeof providerDetailsSchema>;

export function parseProviderDetails(
  given: Readonly<Record<string, string>>,
): Result<{ readonly details: ProviderDetails; readonly secret: string | undefined }, string> {
  const { client_secret: secret, ...rest } = given;
  const parsed = providerDetailsSchema.safeParse(rest);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const keys = issue?.code === 'unrecognized_keys' ? issue.keys : issue?.path;
    return err(
      String(keys?.[0] ?? 'ProviderDetails')
        .replaceAll(/\W/g, '?')
        .slice(0, 40),
    );
  }
  const urls = [parsed.data.authorize_url, parsed.data.token_url, parsed.data.jwks_uri];
  const count = urls.filter((url) => url !== undefined).length;
  if (count !== 0 && count !== urls.length) return err('token_url');
  if (secret !== undefined && (secret === '' || secret.length > 2048)) return err('client_secret');
  return ok({ details: parsed.data, secret });
}

export function sealProviderSecret(
  vault: Deps['vault'],
  key: { readonly poolId: string; readonly name: string },
  secret: string | undefined,
): string | null {
  return secret === undefined
    ? null
    : vault.seal(providerContext(key.poolId, key.name), Buffer.from(secret, 'utf8'));
}

export function openProviderSecret(
  vault: Deps['vault'],
  provider: { readonly poolId: string; readonly name: string; readonly secretSealed: string | null },
): string | undefined {
  return provider.secretSealed === null
    ? undefined
    : vault.open(providerContext(provider.poolId, provider.name), provider.secretSealed).toString('utf8');
}

export function providerContext(poolId: string, name: string): string {
  return `identity provider|${poolId}|${name}`;
}
