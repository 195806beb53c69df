import { z } from 'zod';
import * as shape from '../operations/shapes.ts';

const clientName = shape.text({ min: 1, max: 128, pattern: /^[\w\s+=,.@-]+$/ });
const redirect = shape.text({ min: 1, max: 1024, pattern: /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u });
const unit = shape.oneOf(['seconds', 'minutes', 'hours', 'days']);
const attributeList = z.array(shape.text({ min: 1, max: 2048 })).max(100);

const clientMembers = {
  UserPoolId: shape.poolId,
  RefreshTokenValidity: shape.integer({ min: 0, max: 315_360_000 }).optional(),
  AccessTokenValidity: shape.integer({ min: 1, max: 86_400 }).optional(),
  IdTokenValidity: shape.integer({ min: 1, max: 86_400 }).optional(),
  TokenValidityUnits: z
    .object({ AccessToken: unit.optional(), IdToken: unit.optional(), RefreshToken: unit.optional() })
    .optional(),
  ReadAttributes: attributeList.optional(),
  WriteAttributes: attributeList.optional(),
  ExplicitAuthFlows: z
    .array(
      shape.oneOf([
        'ADMIN_NO_SRP_AUTH',
        'CUSTOM_AUTH_FLOW_ONLY',
        'USER_PASSWORD_AUTH',
        'ALLOW_ADMIN_USER_PASSWORD_AUTH',
        'ALLOW_CUSTOM_AUTH',
        'ALLOW_USER_PASSWORD_AUTH',
        'ALLOW_USER_SRP_AUTH',
        'ALLOW_REFRESH_TOKEN_AUTH',
        'ALLOW_USER_AUTH',
      ]),
    )
    .max(9)
    .optional(),
  SupportedIdentityProviders: z
    .array(shape.text({ min: 1, max: 32, pattern: /^[\p{L}\p{M}\p{S}\p{N}\p{P}\p{Z}]+$/u }))
    .max(50)
    .optional(),
  CallbackURLs: z.array(redirect).max(100).optional(),
  LogoutURLs: z.array(redirect).max(100).optional(),
  DefaultRedirectURI: redirect.optional(),
  AllowedOAuthFlows: z
    .array(shape.oneOf(['code', 'implicit', 'client_credentials']))
    .max(3)
    .optional(),
  AllowedOAuthScopes: z
    .array(shape.text({ min: 1, max: 256, pattern: /^[\x21\x23-\x5B\x5D-\x7E]+$/ }))
    .max(50)
    .optional(),
  AllowedOAuthFlowsUserPoolClient: shape.flag.optional(),
  AnalyticsConfiguration: z.record(z.string().max(128), z.unknown()).optional(),
  PreventUserExistenceErrors: shape.oneOf(['LEGACY', 'ENABLED']).optional(),
  EnableTokenRevocation: shape.flag.optional(),
  EnablePropagateAdditionalUserContextData: shape.flag.optional(),
  AuthSessionValidity: shape.integer({ min: 3, max: 15 }).optional(),
  RefreshTokenRotation: z
    .object({
      Feature: shape.oneOf(['ENABLED', 'DISABLED']),
      RetryGracePeriodSeconds: shape.integer({ min: 0, max: 60 }).optional(),
    })
    .optional(),
} as const;

export const createUserPoolClientInput = z.object({
  ...clientMembers,
  ClientName: clientName,
  GenerateSecret: shape.flag.optional(),
  ClientSecret: shape.clientSecret.optional(),
});

export const updateUserPoolClientInput = z.object({
  ...clientMembers,
  ClientId: shape.clientId,
  ClientName: clientName.optional(),
});

export type ClientMembers = Omit<z.output<typeof updateUserPoolClientInput>, 'ClientId' | 'ClientName'>;
