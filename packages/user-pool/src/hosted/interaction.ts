import { randomUUID } from 'node:crypto';
import { HOUR_MS, err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { equalInConstantTime, hashHandle, isUuid } from '../crypto/ids.ts';
import { CHALLENGE_NAMES } from '../challenges/flow.ts';
import type { Deps } from '../deps.ts';
import { type Client, findClient } from '../store/pools.ts';
import { browserCookie, createBrowserHandle } from './cookies.ts';
import type { HostedRequest } from './hosted-request.ts';
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  findAuthorizationRequest,
  insertAuthorizationRequest,
  moveToBrowser,
  saveProgress,
} from './store/authorization-requests.ts';

const REQUEST_LIFE_MS = HOUR_MS;

const challengeSchema = z.strictObject({
  name: z.enum(CHALLENGE_NAMES),
  session: z.string().optional(),
  username: z.string(),
  parameters: z.record(z.string(), z.string()),
  available: z.array(z.string()).default([]),
  /** A choice that is sent to the pool together with its answer. */
  choice: z.string().optional(),
  secret: z.string().optional(),
});
export type PendingChallenge = z.infer<typeof challengeSchema>;

const progressSchema = z.strictObject({
  name: z.string().optional(),
  lang: z.enum(['en', 'ar']).optional(),
  challenge: challengeSchema.optional(),
  /** Number of the step, which detects forms of earlier steps. */
  step: z.int().default(0),
  destination: z.string().optional(),
  notice: z.enum(['confirmed', 'password_changed', 'code_sent']).optional(),
});
/** State of a sign-in. Stored sealed on the server, never in the browser. */
export type Progress = z.infer<typeof progressSchema>;

export interface Interaction {
  readonly request: AuthorizationRequest;
  readonly client: Client;
  readonly progress: Progress;
  readonly browser: string;
}

/** `expired` and `used` offer a restart. `lost` does not reveal whether a request existed. */
export type InteractionFault =
  | { readonly code: 'lost' }
  | {
      readonly code: 'expired' | 'used';
      readonly request: AuthorizationRequest;
      readonly progress: Progress;
    };

export interface Started {
  readonly id: string;
  readonly cookie: string;
}

export async function startInteraction(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  hosted: HostedRequest,
  start: { readonly client: Client; readonly parameters: AuthorizationParameters },
): Promise<Started> {
  const { client, parameters } = start;
  const browser = hosted.cookies.browser ?? createBrowserHandle();
  const now = deps.clock.now();
  const id = randomUUID();
  await insertAuthorizationRequest(deps.db, {
    id,
    poolId: client.pool.id,
    clientId: client.id,
    browserHash: hashHandle(browser),
    parameters,
    progressSealed: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + REQUEST_LIFE_MS),
  });
  return { id, cookie: browserCookie(deps.publicUrl, browser) };
}

export async function openInteraction(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  hosted: HostedRequest,
  claim: { readonly id: string | undefined; readonly mayBePrevious?: boolean },
): Promise<Result<Interaction, InteractionFault>> {
  const { id } = claim;
  const request = id !== undefined && isUuid(id) ? await findAuthorizationRequest(deps.db, id) : undefined;
  if (request === undefined) return err({ code: 'lost' });
  const client = await findClient(deps.db, request.clientId);
  const { browser } = hosted.cookies;
  if (client === undefined) return err({ code: 'lost' });
  const isOwn = browser !== undefined && equalInConstantTime(hashHandle(browser), request.browserHash);
  const isFormer =
    browser !== undefined &&
    request.previousBrowserHash !== null &&
    equalInConstantTime(hashHandle(browser), request.previousBrowserHash);
  const progress = isOwn ? openProgress(deps, request) : freshProgress();
  if (!isOwn && !(isFormer && claim.mayBePrevious === true)) return err({ code: 'used', request, progress });
  if (request.completedAt !== null) return err({ code: 'used', request, progress });
  if (request.expiresAt <= deps.clock.now()) return err({ code: 'expired', request, progress });
  return ok({ request, client, progress, browser });
}

export async function keepProgress(
  deps: Pick<Deps, 'db' | 'vault'>,
  interaction: Interaction,
  progress: Progress,
): Promise<Interaction> {
  const { id } = interaction.request;
  await saveProgress(deps.db, id, sealProgress(deps, id, progress));
  return { ...interaction, progress };
}

/**
 * [Note: Browser rotation] Moves the progress to a new cookie in one transaction, so that the holder of the old one
 * cannot see it. Returns the cookie.
 */
export async function rotateBrowser(
  deps: Pick<Deps, 'db' | 'vault' | 'publicUrl'>,
  interaction: Interaction,
  progress: Progress,
): Promise<string> {
  const next = createBrowserHandle();
  const { id } = interaction.request;
  await deps.db.transaction().execute(async (tx) => {
    await moveToBrowser(tx, { requestId: id, from: hashHandle(interaction.browser), to: hashHandle(next) });
    await saveProgress(tx, id, sealProgress(deps, id, progress));
  });
  return browserCookie(deps.publicUrl, next);
}

function sealProgress(deps: Pick<Deps, 'vault'>, requestId: string, progress: Progress): string {
  return deps.vault.seal(progressContext(requestId), Buffer.from(JSON.stringify(progress), 'utf8'));
}

/** CSRF token: bound to browser and request. */
export function formToken(deps: Pick<Deps, 'vault'>, interaction: Interaction): string {
  return deps.vault.mac('form', `${interaction.browser}\0${interaction.request.id}`).toString('base64url');
}

export function isFormToken(
  deps: Pick<Deps, 'vault'>,
  interaction: Interaction,
  given: string | undefined,
): boolean {
  return equalInConstantTime(Buffer.from(formToken(deps, interaction)), Buffer.from(given ?? ''));
}

function openProgress(deps: Pick<Deps, 'vault'>, request: AuthorizationRequest): Progress {
  if (request.progressSealed === null) return freshProgress();
  const opened = deps.vault.open(progressContext(request.id), request.progressSealed).toString('utf8');
  return progressSchema.parse(JSON.parse(opened));
}

function freshProgress(): Progress {
  return { step: 0 };
}

export function progressContext(requestId: string): string {
  return `hosted|${requestId}`;
}
