import { pathToFileURL } from 'node:url';
import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { errors, type PoolError } from '../errors.ts';

const HOOK_TIMEOUT_MS = 5000;
const MESSAGE_LENGTH_MAX = 256;
const PARAMETERS_MAX = 50;
const VALUE_LENGTH_MAX = 8192;

/** `ChallengeResult` of Lambda triggers. */
export interface ChallengeRound {
  readonly challengeName: string;
  readonly challengeResult: boolean;
  readonly challengeMetadata?: string | undefined;
}

export interface HookEvent {
  readonly version: '1';
  readonly triggerSource:
    | 'DefineAuthChallenge_Authentication'
    | 'CreateAuthChallenge_Authentication'
    | 'VerifyAuthChallengeResponse_Authentication';
  readonly region: string;
  readonly userPoolId: string;
  readonly userName: string;
  readonly callerContext: { readonly awsSdkVersion: string; readonly clientId: string };
  readonly request: Readonly<Record<string, unknown>>;
}

const values = z
  .record(z.string().max(256), z.string().max(VALUE_LENGTH_MAX))
  .refine((record) => Object.keys(record).length <= PARAMETERS_MAX, 'too many parameters');
const defineSchema = z.object({
  challengeName: z.string().max(64).nullish(),
  issueTokens: z.boolean().nullish(),
  failAuthentication: z.boolean().nullish(),
});
const createSchema = z.object({
  publicChallengeParameters: values.nullish(),
  privateChallengeParameters: values.nullish(),
  challengeMetadata: z.string().max(VALUE_LENGTH_MAX).nullish(),
});
const verifySchema = z.object({ answerCorrect: z.boolean() });

type Hook = (event: unknown) => unknown;

/** Hooks work like Lambda triggers: each receives the event and returns it with `response`. */
export interface CustomModule {
  readonly defineAuthChallenge: Hook;
  readonly createAuthChallenge: Hook;
  readonly verifyAuthChallenge: Hook;
}

const HOOKS = ['defineAuthChallenge', 'createAuthChallenge', 'verifyAuthChallenge'] as const;

/** Undefined if the module is missing, fails to load, or lacks a hook. */
async function loadCustomModule(path: string): Promise<CustomModule | undefined> {
  let loaded: unknown;
  try {
    loaded = await import(pathToFileURL(path).href);
  } catch {
    // Any error means an unusable module. The start reports its path.
    return undefined;
  }
  const [define, create, verify] = HOOKS.map((name) => readHook(loaded, name));
  if (define === undefined || create === undefined || verify === undefined) return undefined;
  return { defineAuthChallenge: define, createAuthChallenge: create, verifyAuthChallenge: verify };
}

function readHook(loaded: unknown, name: string): Hook | undefined {
  if (typeof loaded !== 'object' || loaded === null) return undefined;
  const hook: unknown = Reflect.get(loaded, name);
  return typeof hook === 'function'
    ? (event) => Reflect.apply(hook, undefined, [event]) as unknown
    : undefined;
}

export const runDefine = (hooks: CustomModule, event: HookEvent) =>
  run(event, { hook: hooks.defineAuthChallenge, name: 'DefineAuthChallenge', schema: defineSchema });

export const runCreate = (hooks: CustomModule, event: HookEvent) =>
  run(event, { hook: hooks.createAuthChallenge, name: 'CreateAuthChallenge', schema: createSchema });

export const runVerify = (hooks: CustomModule, event: HookEvent) =>
  run(event, { hook: hooks.verifyAuthChallenge, name: 'VerifyAuthChallengeResponse', schema: verifySchema });

async function run<Schema extends z.ZodType>(
  event: HookEvent,
  call: { readonly hook: Hook; readonly name: string; readonly schema: Schema },
): Promise<Result<z.output<Schema>, PoolError>> {
  let returned: unknown;
  const timeout = Promise.withResolvers<typeof TIMED_OUT>();
  const timer = setTimeout(() => timeout.resolve(TIMED_OUT), HOOK_TIMEOUT_MS);
  try {
    // A copy, so that a hook cannot change the event of the next hook.
    const given = structuredClone({ ...event, response: {} });
    returned = await Promise.race([Promise.resolve(call.hook(given)), timeout.promise]);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'unknown';
    return err(errors.hookFailed(call.name, message.slice(0, MESSAGE_LENGTH_MAX)));
  } finally {
    clearTimeout(timer);
  }
  if (returned === TIMED_OUT) return err(errors.hookTimedOut(call.name));
  const outer = z.object({ response: z.unknown() }).safeParse(returned);
  const parsed = call.schema.safeParse(outer.data?.response);
  return parsed.success ? ok(parsed.data) : err(errors.hookUnreadable);
}

const TIMED_OUT = Symbol('timed out');

export type CustomAuthError = { readonly code: 'custom_auth_invalid'; readonly message: string };

export async function loadCustomModules(
  pools: readonly { readonly customAuth?: unknown }[],
): Promise<Result<ReadonlyMap<string, CustomModule>, CustomAuthError>> {
  const modules = new Map<string, CustomModule>();
  for (const { customAuth } of pools) {
    const named = z.object({ kind: z.literal('module'), path: z.string() }).safeParse(customAuth);
    if (!named.success) continue;
    const { path } = named.data;
    const loaded = await loadCustomModule(path);
    if (loaded === undefined)
      return err({
        code: 'custom_auth_invalid',
        message: `The module ${path} cannot be loaded or does not export ${HOOKS.join(', ')}.`,
      });
    modules.set(path, loaded);
  }
  return ok(modules);
}
