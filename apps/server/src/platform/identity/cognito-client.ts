import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, err, ok, parseJson, type Result } from '@coffer/kit';
import { type SigningKeys, signRequest } from '@coffer/sigv4';
import { z } from 'zod';
import type { Log } from '../log/log.ts';

/** All operations that this server may call. `signed`: with an administrator's key; `repeatable`: safe to retry. */
const OPERATIONS = {
  InitiateAuth: { signed: false, repeatable: true },
  RespondToAuthChallenge: { signed: false, repeatable: false },
  // A retry could send a refresh token that was already rotated, which ends the session.
  GetTokensFromRefreshToken: { signed: false, repeatable: false },
  RevokeToken: { signed: false, repeatable: false },
  GetUser: { signed: false, repeatable: true },
  AssociateSoftwareToken: { signed: false, repeatable: false },
  VerifySoftwareToken: { signed: false, repeatable: false },
  SetUserMFAPreference: { signed: false, repeatable: true },
  ChangePassword: { signed: false, repeatable: false },
  UpdateUserAttributes: { signed: false, repeatable: false },
  VerifyUserAttribute: { signed: false, repeatable: false },
  ListWebAuthnCredentials: { signed: false, repeatable: true },
  StartWebAuthnRegistration: { signed: false, repeatable: true },
  CompleteWebAuthnRegistration: { signed: false, repeatable: false },
  DeleteWebAuthnCredential: { signed: false, repeatable: false },
  DeleteUser: { signed: false, repeatable: false },
  SignUp: { signed: false, repeatable: false },
  ConfirmSignUp: { signed: false, repeatable: false },
  ResendConfirmationCode: { signed: false, repeatable: false },
  ForgotPassword: { signed: false, repeatable: false },
  ConfirmForgotPassword: { signed: false, repeatable: false },
  AdminSetUserMFAPreference: { signed: true, repeatable: true },
  AdminCreateUser: { signed: true, repeatable: false },
  AdminSetUserPassword: { signed: true, repeatable: true },
  AdminGetUser: { signed: true, repeatable: true },
  AdminDisableUser: { signed: true, repeatable: true },
  AdminEnableUser: { signed: true, repeatable: true },
  AdminDeleteUser: { signed: true, repeatable: true },
  GetUserPoolMfaConfig: { signed: true, repeatable: true },
} as const satisfies Record<string, { readonly signed: boolean; readonly repeatable: boolean }>;

export type CognitoOperation = keyof typeof OPERATIONS;

/** Never log `message`: it may echo the request. */
export type CognitoFailure =
  | { readonly kind: 'exception'; readonly name: string; readonly message: string }
  | { readonly kind: 'unavailable' };

export interface CognitoClientOptions {
  readonly endpoint: string;
  readonly region: string;
  readonly admin: SigningKeys | undefined;
  /** Limit for each attempt. */
  readonly timeLimitMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

export type CognitoCall = <T>(
  operation: CognitoOperation,
  body: Readonly<Record<string, unknown>>,
  schema: z.ZodType<T>,
) => Promise<Result<T, CognitoFailure>>;

const TRIES_MAX = 2;
const PAUSE_MS = 150;
const ANSWER_BYTES_MAX = 256 * 1024;
const UNAVAILABLE = { kind: 'unavailable' } as const satisfies CognitoFailure;

/**
 * Cognito's JSON 1.1 protocol.
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/Welcome.html
 */
export function createCognitoClient(options: CognitoClientOptions): CognitoCall {
  const url = new URL(options.endpoint);
  return async (operation, body, schema) => {
    const { signed, repeatable } = OPERATIONS[operation];
    if (signed && options.admin === undefined) {
      return err({ kind: 'exception', name: 'NoAdministratorKeys', message: '' });
    }
    const text = JSON.stringify(body);
    for (let tries = 1; ; tries += 1) {
      const answer = await send({ options, url, operation, text });
      const isLost = answer === undefined || answer.status >= 500;
      if (isLost && repeatable && tries < TRIES_MAX) {
        await sleep(PAUSE_MS);
        continue;
      }
      return isLost ? err(UNAVAILABLE) : read(answer, { schema, operation, log: options.log });
    }
  };
}

interface Answer {
  readonly status: number;
  readonly errorType: string | null;
  readonly text: string;
}

interface Sending {
  readonly options: CognitoClientOptions;
  readonly url: URL;
  readonly operation: CognitoOperation;
  readonly text: string;
}

/** `undefined` if no complete response arrives in time. */
async function send({ options, url, operation, text }: Sending): Promise<Answer | undefined> {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers:
        OPERATIONS[operation].signed && options.admin !== undefined
          ? signRequest({ method: 'POST', url, headers, body: text }, options.admin, {
              region: options.region,
              service: 'cognito-idp',
              at: options.clock.now(),
            })
          : headers,
      body: text,
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeLimitMs),
    });
    const answer = await readBounded(response);
    if (answer === undefined) {
      options.log.warn('pool_answer_too_long', { operation, status: response.status });
      return undefined;
    }
    if (response.status >= 500) options.log.warn('pool_failed', { operation, status: response.status });
    return { status: response.status, errorType: response.headers.get('x-amzn-errortype'), text: answer };
  } catch (error) {
    options.log.warn('pool_unreachable', { operation, reason: reasonOf(error) });
    return undefined;
  }
}

async function readBounded(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > ANSWER_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const ExceptionBody = z
  .object({ __type: z.string().optional(), message: z.string().optional() })
  .transform(({ __type: type, message }) => ({ type, message }));

function read<T>(
  answer: Answer,
  { schema, operation, log }: { schema: z.ZodType<T>; operation: CognitoOperation; log: Log },
): Result<T, CognitoFailure> {
  // Some operations return an empty body.
  const json = answer.text === '' ? {} : parseJson(answer.text);
  if (answer.status === 200) {
    const parsed = schema.safeParse(json);
    if (parsed.success) return ok(parsed.data);
    log.error('pool_answer_not_understood', {
      operation,
      members: parsed.error.issues.map((issue) => issue.path.join('.')).join(' '),
    });
    return err(UNAVAILABLE);
  }
  const body = ExceptionBody.safeParse(json);
  const type = (body.success ? body.data.type : undefined) ?? answer.errorType ?? '';
  // Error types have the form `com.amazonaws...#NotAuthorizedException` or `NotAuthorizedException:`.
  const name = /([A-Za-z]+):?$/.exec(type.split(':')[0] ?? '')?.[1];
  if (name === undefined) {
    log.warn('pool_failed', { operation, status: answer.status });
    return err(UNAVAILABLE);
  }
  return err({ kind: 'exception', name, message: (body.success ? body.data.message : undefined) ?? '' });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return error.name;
}
