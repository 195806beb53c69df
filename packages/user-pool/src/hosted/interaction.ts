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
  /** As typed. */
  username: z.string(),
  parameters: z.record(z.string(), z.string()),
  available: z.array(z.string()).default([]),
  /** What was picked of several, where the pool is told with the answer itself. */
  choice: z.string().optional(),
  /** The authenticator that is being set up. */
  secret: z.string().optional(),
});
export type PendingChallenge = z.infer<typeof challengeSchema>;

const progressSchema = z.strictObject({
  /** The name as typed, for every form that asks for one. */
  name: z.string().optional(),
  lang: z.enum(['en', 'ar']).optional(),
  challenge: challengeSchema.optional(),
  /** Counts the steps, so that a form of an earlier one is known. */
  step: z.int().default(0),
  /** Where the last code went, masked. */
  destination: z.string().optional(),
  /** Said once on the next page. */
  notice: z.enum(['confirmed', 'password_changed', 'code_sent']).optional(),
});
/** How far a sign-in has come. It is kept sealed at the server: the browser holds no part of it. */
export type Progress = z.infer<typeof progressSchema>;

/** A person on the pages, on behalf of a client. */
export interface Interaction {
  readonly request: AuthorizationRequest;
  readonly client: Client;
  readonly progress: Progress;
  /** The browser's handle, as its cookie has it. */
  readonly browser: string;
}

/** `expired` and `used` can be begun again by one click; `lost` says nothing about any request. */
export type InteractionFault =
  | { readonly code: 'lost' }
  | {
      readonly code: 'expired' | 'used';
      readonly request: AuthorizationRequest;
      /** What this browser may know of it. */
      readonly progress: Progress;
    };

export interface Started {
  readonly id: string;
  readonly cookie: string;
}

/** Keeps an authorization request for the browser that has made it. */
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

/** The interaction that a page is about, for the browser that it belongs to and for no other. */
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

/** Keeps how far it has come. */
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
 * [Note: Browser rotation] Keeps how far it has come for a fresh cookie alone, in one transaction, so that neither of the
 * two browsers that may know the request sees anything of the other. Returns the cookie.
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

/** Proves that a form is from a page that this browser was given for this request. */
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

/** What the progress of a request is sealed under. */
export function progressContext(requestId: string): string {
  return `hosted|${requestId}`;
}
