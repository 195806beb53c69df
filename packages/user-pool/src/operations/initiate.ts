import { err, ok, type Result } from '@coffer/kit';
import { checkSecretHash, isConfidential } from '../accounts/clients.ts';
import type { AuthResponse, SignInContext, SignInDeps } from '../challenges/answer.ts';
import type { SignInFlow } from '../challenges/flow.ts';
import { beginSignIn } from '../challenges/sign-in.ts';
import { errors, type PoolError } from '../errors.ts';
import { recordTokenGuess } from '../tokens/admit-grant.ts';
import { refreshTokens } from '../tokens/refresh.ts';

export const AUTH_FLOWS = [
  'USER_SRP_AUTH',
  'REFRESH_TOKEN_AUTH',
  'REFRESH_TOKEN',
  'CUSTOM_AUTH',
  'ADMIN_NO_SRP_AUTH',
  'USER_PASSWORD_AUTH',
  'ADMIN_USER_PASSWORD_AUTH',
  'USER_AUTH',
] as const;
/** The longest e-mail address; longer names are not stored. */
export const USERNAME_LENGTH_MAX = 254;
type AuthFlow = (typeof AUTH_FLOWS)[number];

export interface Initiation extends SignInContext {
  readonly authFlow: AuthFlow;
  readonly parameters: Readonly<Record<string, string>>;
  readonly session: string | undefined;
  /** `admin`: the request is signed by an administrator. */
  readonly by: 'user' | 'admin';
  /** Address of the TCP peer. `address` may be an unproved claim of the client. */
  readonly connection: string | undefined;
}

export async function initiate(
  deps: SignInDeps,
  initiation: Initiation,
): Promise<Result<AuthResponse, PoolError>> {
  const { client, authFlow, parameters } = initiation;
  if (authFlow === 'REFRESH_TOKEN_AUTH' || authFlow === 'REFRESH_TOKEN') return await renew(deps, initiation);
  const flow = readFlow(authFlow, initiation);
  if (!flow.ok) return flow;
  const name = parameters['USERNAME'];
  if (name === undefined || name === '') return err(errors.missingParameter('USERNAME'));
  if (name.length > USERNAME_LENGTH_MAX) return err(errors.usernameTooLong);
  const secretHash = checkSecretHash(deps, client, { hash: parameters['SECRET_HASH'], names: [name] });
  if (!secretHash.ok) return secretHash;
  return await beginSignIn(deps, { ...initiation, flow: flow.value });
}

function readFlow(
  authFlow: Exclude<AuthFlow, 'REFRESH_TOKEN_AUTH' | 'REFRESH_TOKEN'>,
  { client, by }: Initiation,
): Result<SignInFlow, PoolError> {
  const { explicitAuthFlows } = client.settings;
  switch (authFlow) {
    case 'USER_SRP_AUTH':
      return explicitAuthFlows.includes('ALLOW_USER_SRP_AUTH') ? ok(authFlow) : err(errors.srpNotEnabled);
    case 'USER_PASSWORD_AUTH':
      // Cognito gives administrators a separate flow.
      if (by === 'admin') return err(errors.flowNotSupported);
      return explicitAuthFlows.includes('ALLOW_USER_PASSWORD_AUTH')
        ? ok(authFlow)
        : err(errors.flowNotEnabled(authFlow));
    case 'ADMIN_NO_SRP_AUTH':
    case 'ADMIN_USER_PASSWORD_AUTH':
      if (by === 'user') return err(errors.flowNotSupported);
      return explicitAuthFlows.includes('ALLOW_ADMIN_USER_PASSWORD_AUTH')
        ? ok('USER_PASSWORD_AUTH')
        : err(errors.flowNotEnabled(authFlow));
    case 'CUSTOM_AUTH':
      return explicitAuthFlows.includes('ALLOW_CUSTOM_AUTH')
        ? ok(authFlow)
        : err(errors.flowNotEnabled(authFlow));
    case 'USER_AUTH':
      return explicitAuthFlows.includes('ALLOW_USER_AUTH')
        ? ok(authFlow)
        : err(errors.flowNotEnabled(authFlow));
  }
}

async function renew(
  deps: SignInDeps,
  { client, parameters, address, connection, userAgent, by }: Initiation,
): Promise<Result<AuthResponse, PoolError>> {
  if (client.settings.rotation !== undefined) return err(errors.rotationForbidsFlow);
  if (!client.settings.explicitAuthFlows.includes('ALLOW_REFRESH_TOKEN_AUTH'))
    return err(errors.flowNotEnabled('REFRESH_TOKEN_AUTH'));
  const token = parameters['REFRESH_TOKEN'];
  if (token === undefined) return err(errors.missingParameter('REFRESH_TOKEN'));
  const hash = parameters['SECRET_HASH'];
  if (isConfidential(client) && hash === undefined) return err(errors.secretHashMissing(client.id));
  const tokens = await refreshTokens(deps, client, {
    token,
    deviceKey: parameters['DEVICE_KEY'],
    address,
    connection,
    userAgent,
    // The SECRET_HASH needs the user name, which is only known from the token.
    isProven: by === 'admin',
    async permit({ account }) {
      const checked = checkSecretHash(deps, client, { hash, names: [account.username, account.id] });
      if (checked.ok || by === 'admin') return checked;
      return err(await recordTokenGuess(deps, { address: connection, fault: checked.error }));
    },
  });
  return tokens.ok ? ok({ ChallengeParameters: {}, AuthenticationResult: tokens.value }) : tokens;
}
