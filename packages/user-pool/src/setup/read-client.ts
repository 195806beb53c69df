import { err, ok, type Result } from '@coffer/kit';
import { errors, type PoolError } from '../errors.ts';
import { type ClientSettings, clientSettingsSchema } from '../settings.ts';
import type { Pool } from '../store/pools.ts';
import type { ClientMembers } from './client-shape.ts';
import type { Described } from './read-pool.ts';
import { isRedirect } from './redirects.ts';
import { isAttributeName } from './schema-attributes.ts';
import { readValidity } from './token-validity.ts';

export interface ClientReading {
  readonly settings: ClientSettings;
  readonly described: Described;
}

export interface ClientContext {
  readonly pool: Pool;
  readonly hasSecret: boolean;
  readonly providerNames: readonly string[];
}

export function readClient(input: ClientMembers, context: ClientContext): Result<ClientReading, PoolError> {
  const validity = readValidity(input);
  if (!validity.ok) return validity;
  const flows = readFlows(input.ExplicitAuthFlows);
  if (!flows.ok) return flows;
  const fault = findAttributeFault(input, context.pool) ?? findProviderFault(input, context);
  if (fault !== undefined) return err(errors.invalidParameter(fault));
  const oauth = checkOAuth(input, context);
  if (!oauth.ok) return oauth;
  const rotation = input.RefreshTokenRotation;
  const settings = clientSettingsSchema.parse({
    ...validity.value,
    explicitAuthFlows: flows.value,
    authSessionValidityMinutes: input.AuthSessionValidity,
    ...(rotation?.Feature === 'ENABLED'
      ? { rotation: { retryGracePeriodSeconds: rotation.RetryGracePeriodSeconds ?? 0 } }
      : {}),
    preventUserExistenceErrors: input.PreventUserExistenceErrors,
    enableTokenRevocation: input.EnableTokenRevocation,
    propagateUserContext: input.EnablePropagateAdditionalUserContextData,
    readAttributes: input.ReadAttributes,
    writeAttributes: input.WriteAttributes,
    callbackUrls: input.CallbackURLs,
    defaultRedirectUri: input.DefaultRedirectURI,
    logoutUrls: input.LogoutURLs,
    isOAuthAllowed: input.AllowedOAuthFlowsUserPoolClient,
    oauthFlows: input.AllowedOAuthFlows,
    oauthScopes: input.AllowedOAuthScopes,
    identityProviders: input.SupportedIdentityProviders,
  });
  return ok({ settings, described: readDescribed(input) });
}

const OLD_FLOWS = {
  ADMIN_NO_SRP_AUTH: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
  USER_PASSWORD_AUTH: ['ALLOW_USER_PASSWORD_AUTH'],
  CUSTOM_AUTH_FLOW_ONLY: [],
} as const;
type Flow = ClientSettings['explicitAuthFlows'][number];
type GivenFlow = NonNullable<ClientMembers['ExplicitAuthFlows']>[number];

/** Legacy names also allow SRP and refresh, except CUSTOM_AUTH_FLOW_ONLY. They cannot be mixed with the new names. */
function readFlows(given: readonly GivenFlow[] | undefined): Result<readonly Flow[], PoolError> {
  if (given === undefined)
    return ok(['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_CUSTOM_AUTH']);
  const flows = new Set<Flow>();
  let oldCount = 0;
  for (const flow of given) {
    if (flow === 'ADMIN_NO_SRP_AUTH' || flow === 'USER_PASSWORD_AUTH' || flow === 'CUSTOM_AUTH_FLOW_ONLY') {
      oldCount += 1;
      for (const meant of OLD_FLOWS[flow]) flows.add(meant);
    } else flows.add(flow);
  }
  if (oldCount > 0 && oldCount < given.length)
    return err(
      errors.invalidParameter('ExplicitAuthFlows with and without the prefix ALLOW_ can not be combined.'),
    );
  if (oldCount > 0) {
    flows.add('ALLOW_REFRESH_TOKEN_AUTH').add('ALLOW_CUSTOM_AUTH');
    if (!given.includes('CUSTOM_AUTH_FLOW_ONLY')) flows.add('ALLOW_USER_SRP_AUTH');
  }
  return ok([...flows]);
}

const NEVER_WRITTEN = new Set(['sub', 'email_verified', 'phone_number_verified']);

function findAttributeFault(input: ClientMembers, pool: Pool): string | undefined {
  if (input.ReadAttributes?.some((name) => !isAttributeName(pool.settings, name)) === true)
    return 'Invalid read attributes specified while creating a client';
  const written = input.WriteAttributes;
  if (written === undefined) return undefined;
  const required = pool.settings.schemaAttributes.filter(({ isRequired }) => isRequired);
  const isSound =
    written.every((name) => isAttributeName(pool.settings, name) && !NEVER_WRITTEN.has(name)) &&
    required.every(({ name }) => written.includes(name));
  return isSound ? undefined : 'Invalid write attributes specified while creating a client';
}

function findProviderFault(input: ClientMembers, context: ClientContext): string | undefined {
  const unknown = input.SupportedIdentityProviders?.find(
    (name) => name !== 'COGNITO' && !context.providerNames.includes(name),
  );
  return unknown === undefined
    ? undefined
    : `The provider ${unknown.replaceAll(/[^\w .-]/g, '?')} does not exist for User Pool ${context.pool.id}.`;
}

const SCOPES = new Set(['phone', 'email', 'openid', 'profile', 'aws.cognito.signin.user.admin']);

function checkOAuth(input: ClientMembers, context: ClientContext): Result<void, PoolError> {
  const flows = input.AllowedOAuthFlows ?? [];
  const scopes = input.AllowedOAuthScopes ?? [];
  const callbacks = input.CallbackURLs ?? [];
  if (flows.includes('client_credentials') && flows.length > 1)
    return err(
      errors.oauthFlowInvalid(
        'client_credentials flow can not be selected along with code flow or implicit flow.',
      ),
    );
  if (flows.includes('client_credentials') && !context.hasSecret)
    return err(
      errors.oauthFlowInvalid(
        'client_credentials flow can not be selected if client does not have a client secret.',
      ),
    );
  const unserved = flows.find((flow) => flow !== 'code');
  if (unserved !== undefined)
    return err(
      errors.invalidParameter(`The ${unserved} flow is not supported: use the code flow with PKCE.`),
    );
  const unknown = scopes.find((scope) => !SCOPES.has(scope));
  if (unknown !== undefined) return err(errors.scopeUnknown(unknown));
  if (input.AllowedOAuthFlowsUserPoolClient === true && (flows.length === 0 || scopes.length === 0))
    return err(
      errors.invalidParameter(
        'AllowedOAuthFlows and AllowedOAuthScopes are required if user pool client is allowed to use OAuth flows.',
      ),
    );
  if (flows.includes('code') && callbacks.length === 0)
    return err(errors.invalidParameter('CallbackURLs are required for the code flow.'));
  const bad = [...callbacks, ...(input.LogoutURLs ?? [])].find((url) => !isRedirect(url));
  if (bad !== undefined)
    return err(
      errors.invalidParameter('A redirect URL must be https, http://localhost, or of an own scheme.'),
    );
  if (input.DefaultRedirectURI !== undefined && !callbacks.includes(input.DefaultRedirectURI))
    return err(errors.invalidParameter('DefaultRedirectURI must be one of CallbackURLs.'));
  if (input.EnablePropagateAdditionalUserContextData === true && !context.hasSecret)
    return err(
      errors.invalidParameter(
        'EnablePropagateAdditionalUserContextData can only be enabled for a client with a secret.',
      ),
    );
  return ok(undefined);
}

function readDescribed(input: ClientMembers): Described {
  const isOld = input.ExplicitAuthFlows?.some((flow) => !flow.startsWith('ALLOW_')) === true;
  return {
    ...(input.AnalyticsConfiguration === undefined
      ? {}
      : { AnalyticsConfiguration: input.AnalyticsConfiguration }),
    ...(isOld ? { ExplicitAuthFlows: input.ExplicitAuthFlows } : {}),
    ...(input.RefreshTokenRotation?.Feature === 'DISABLED'
      ? { RefreshTokenRotation: input.RefreshTokenRotation }
      : {}),
  };
}
