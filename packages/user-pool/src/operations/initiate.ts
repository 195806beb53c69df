import { err, ok, type Result } from '@coffer/kit';
import { checkSecretHash, isConfidential } from '../accounts/clients.ts';
import type { AuthResponse, SignInContext, SignInDeps } from '../challenges/answer.ts';
import type { SignInFlow } from '../challenges/flow.ts';
import { beginSignIn } from '../challenges/sign-in.ts';
import { errors, type PoolError } from '../errors.ts';
import { settleGuess } from '../tokens/admit-grant.ts';
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
/** The longest address; the rest of what a request may hold is no name, and is not kept. */
export const USERNAME_LENGTH_MAX = 254;
type AuthFlow = (typeof AUTH_FLOWS)[number];

export interface Initiation extends SignInContext {
  readonly authFlow: AuthFlow;
  readonly parameters: Readonly<Record<string, string>>;
  readonly session: string | undefined;
  /** Whether the request is signed by an administrator. */
  readonly by: 'user' | 'admin';
  /** The other end of the connection. `address` may be what a client claims before it has proved anything. */
  readonly connection: string | undefined;
}

/** What InitiateAuth and AdminInitiateAuth have in common: begins a sign-in, or renews tokens. */
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

/** The sign-in that a flow is, if this caller may use it at this client. */
function readFlow(
  authFlow: Exclude<AuthFlow, 'REFRESH_TOKEN_AUTH' | 'REFRESH_TOKEN'>,
  { client, by }: Initiation,
): Result<SignInFlow, PoolError> {
  const { explicitAuthFlows } = client.settings;
  switch (authFlow) {
    case 'USER_SRP_AUTH':
      return explicitAuthFlows.includes('ALLOW_USER_SRP_AUTH') ? ok(authFlow) : err(errors.srpNotEnabled);
    case 'USER_PASSWORD_AUTH':
      // Cognito: administrators have a flow of their own for it.
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
    // Without the user of the token there is no telling whether the SECRET_HASH is right.
    isProven: by === 'admin',
    async permit({ account }) {
      const checked = checkSecretHash(deps, client, { hash, names: [account.username, account.id] });
      if (checked.ok || by === 'admin') return checked;
      return err(await settleGuess(deps, { address: connection, fault: checked.error }));
    },
  });
  return tokens.ok ? ok({ ChallengeParameters: {}, AuthenticationResult: tokens.value }) : tokens;
}
