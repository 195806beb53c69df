import type { AddPasskeyRequest, PasskeyList, PasskeyStart } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Actor, Failure } from '../../http/route.ts';
import type { Outcome, Services } from '../../services.ts';
import { withAccessToken } from '../session/index.ts';
import { demandRecentSignIn } from './recent.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

export async function listPasskeys(services: Needs, actor: Actor): Outcome<PasskeyList, Failure> {
  const listed = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.listPasskeys(accessToken),
  );
  if (!listed.ok) return listed;
  return ok({
    items: listed.value.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.createdAt?.toISOString() ?? null,
      attachment: passkey.attachment ?? null,
    })),
  });
}

/** Options for the browser's `navigator.credentials.create`. They hold for one registration. */
export async function startPasskey(services: Needs, actor: Actor): Outcome<PasskeyStart, Failure> {
  const recent = await demandRecentSignIn(services, actor);
  if (!recent.ok) return recent;
  const started = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.startPasskey(accessToken),
  );
  return started.ok ? ok({ options: started.value }) : started;
}

export async function addPasskey(
  services: Needs,
  actor: Actor,
  { credential }: AddPasskeyRequest,
): Outcome<PasskeyList, Failure> {
  const recent = await demandRecentSignIn(services, actor);
  if (!recent.ok) return recent;
  const added = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.addPasskey({ accessToken, credential }),
  );
  return added.ok ? await listPasskeys(services, actor) : added;
}

export async function removePasskey(services: Needs, actor: Actor, id: string): Outcome<undefined, Failure> {
  const recent = await demandRecentSignIn(services, actor);
  if (!recent.ok) return recent;
  const removed = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.removePasskey({ accessToken, id }),
  );
  return removed.ok ? ok(undefined) : removed;
}
