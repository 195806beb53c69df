import type { AddPasskeyRequest, PasskeyList, PasskeyStart, RenamePasskeyRequest } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { recordAuditNow } from '../audit/index.ts';
import { demandRecentSignIn, withAccessToken } from '../session/index.ts';
import { findPasskeyNames, forgetPasskeyName, namePasskey } from './store/details.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

export async function listPasskeys(services: Needs, actor: Actor): Outcome<PasskeyList, Failure> {
  const listed = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.listPasskeys(accessToken),
  );
  if (!listed.ok) return listed;
  const names = await findPasskeyNames(services.db, actor.person.id);
  return ok({
    items: listed.value.map((passkey) => ({
      id: passkey.id,
      name: names.get(passkey.id) ?? passkey.name,
      createdAt: passkey.createdAt?.toISOString() ?? null,
      attachment: passkey.attachment ?? null,
    })),
  });
}

/** Returns options for `navigator.credentials.create`, valid for one registration. */
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
  if (!added.ok) return added;
  await recordAuditNow(services.db, { action: 'passkey_added', at: services.clock.now() });
  return await listPasskeys(services, actor);
}

/** Renames a passkey. Coffer stores the name, because names at the pool cannot be changed. */
export async function renamePasskey(
  services: Needs,
  actor: Actor,
  { passkeyId, name }: RenamePasskeyRequest & { readonly passkeyId: string },
): Outcome<PasskeyList, Failure> {
  const listed = await listPasskeys(services, actor);
  if (!listed.ok) return listed;
  if (!listed.value.items.some(({ id }) => id === passkeyId)) return err({ code: 'passkey_not_found' });
  await namePasskey(services.db, { userId: actor.person.id, passkeyId, name, now: services.clock.now() });
  return ok({
    items: listed.value.items.map((passkey) => (passkey.id === passkeyId ? { ...passkey, name } : passkey)),
  });
}

export async function removePasskey(services: Needs, actor: Actor, id: string): Outcome<undefined, Failure> {
  const recent = await demandRecentSignIn(services, actor);
  if (!recent.ok) return recent;
  const removed = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.removePasskey({ accessToken, id }),
  );
  if (!removed.ok) return removed;
  await forgetPasskeyName(services.db, { userId: actor.person.id, passkeyId: id });
  await recordAuditNow(services.db, { action: 'passkey_removed', at: services.clock.now() });
  return ok(undefined);
}
