import { epochSeconds } from '../accounts/present.ts';
import type { ClientRecord } from '../store/client-records.ts';
import { presentValidity } from './token-validity.ts';

/** `UserPoolClientType`. Includes the secret, as at Cognito; callers are administrators. */
export function presentClient(client: ClientRecord, secret: string | undefined): object {
  const { settings, described } = client;
  return {
    UserPoolId: client.poolId,
    ClientId: client.id,
    ClientName: client.name,
    ...(secret === undefined ? {} : { ClientSecret: secret }),
    CreationDate: epochSeconds(client.createdAt),
    LastModifiedDate: epochSeconds(client.updatedAt),
    ...presentValidity(settings),
    ...(settings.readAttributes === undefined ? {} : { ReadAttributes: settings.readAttributes }),
    ...(settings.writeAttributes === undefined ? {} : { WriteAttributes: settings.writeAttributes }),
    ExplicitAuthFlows: settings.explicitAuthFlows,
    SupportedIdentityProviders: settings.identityProviders,
    ...(settings.callbackUrls.length === 0 ? {} : { CallbackURLs: settings.callbackUrls }),
    ...(settings.logoutUrls.length === 0 ? {} : { LogoutURLs: settings.logoutUrls }),
    ...(settings.defaultRedirectUri === undefined ? {} : { DefaultRedirectURI: settings.defaultRedirectUri }),
    ...(settings.oauthFlows.length === 0 ? {} : { AllowedOAuthFlows: settings.oauthFlows }),
    ...(settings.oauthScopes.length === 0 ? {} : { AllowedOAuthScopes: settings.oauthScopes }),
    AllowedOAuthFlowsUserPoolClient: settings.isOAuthAllowed,
    PreventUserExistenceErrors: settings.preventUserExistenceErrors,
    EnableTokenRevocation: settings.enableTokenRevocation,
    EnablePropagateAdditionalUserContextData: settings.propagateUserContext,
    ...(settings.authSessionValidityMinutes === undefined
      ? {}
      : { AuthSessionValidity: settings.authSessionValidityMinutes }),
    ...(settings.rotation === undefined
      ? {}
      : {
          RefreshTokenRotation: {
            Feature: 'ENABLED',
            RetryGracePeriodSeconds: settings.rotation.retryGracePeriodSeconds,
          },
        }),
    ...described,
  };
}

/** `UserPoolClientDescription` of ListUserPoolClients. */
export function presentClientShortly(client: ClientRecord): object {
  return { ClientId: client.id, UserPoolId: client.poolId, ClientName: client.name };
}
