import type {
  ChangeEmailRequest,
  CodeSent,
  Person,
  UpdateProfileRequest,
  VerifyEmailRequest,
} from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { PoolAccount } from '../../platform/identity/pool-accounts.ts';
import type { Services } from '../../services.ts';
import { recordAuditNow } from '../audit/index.ts';
import { demandRecentSignIn, withAccessToken } from '../session/index.ts';
import { findPendingEmail, setPendingEmail } from './store/details.ts';
import { changePersonEmail, renamePerson } from './store/people.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

/** Changes the name, first at the pool, because the next sign-in copies it from there. */
export async function updateProfile(
  services: Needs,
  actor: Actor,
  { name }: UpdateProfileRequest,
): Outcome<Person, Failure> {
  const changed = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.updateAttribute({ accessToken, name: 'name', value: name }),
  );
  if (!changed.ok) return changed;
  await renamePerson(services.db, { userId: actor.person.id, name, now: services.clock.now() });
  return ok({ ...actor.person, name });
}

/** Changes the e-mail address. The old one stays valid until the code sent to the new one is verified. */
export async function changeEmail(
  services: Needs,
  actor: Actor,
  { email }: ChangeEmailRequest,
): Outcome<CodeSent, Failure> {
  const recent = await demandRecentSignIn(services, actor);
  if (!recent.ok) return recent;
  const changed = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.updateAttribute({ accessToken, name: 'email', value: email }),
  );
  if (!changed.ok) return changed;
  // Cognito returns the old address until the code is verified, and never the pending one.
  await setPendingEmail(services.db, { userId: actor.person.id, email, now: services.clock.now() });
  return ok({ destination: changed.value?.destination ?? null });
}

/** Discards the pending e-mail address. Its code stays valid at the pool. */
export async function keepEmail(services: Needs, actor: Actor): Outcome<undefined, Failure> {
  await setPendingEmail(services.db, {
    userId: actor.person.id,
    email: null,
    now: services.clock.now(),
  });
  return ok(undefined);
}

export async function verifyEmail(
  services: Needs,
  actor: Actor,
  { code }: VerifyEmailRequest,
): Outcome<undefined, Failure> {
  const { pool } = services;
  const pending = await findPendingEmail(services.db, actor.person.id);
  const account = await withAccessToken(services, actor, async (accessToken) => {
    const verified = await pool.verifyEmail({ accessToken, code });
    if (verified.ok) return await pool.getAccount(accessToken);
    if (verified.error.code !== 'challenge_failed') return verified;
    // An earlier try with the right code may have lost its answer.
    const seen = await pool.getAccount(accessToken);
    return seen.ok && isVerified(seen.value, pending) ? seen : verified;
  });
  if (!account.ok) return account;
  const email = account.value.attributes.get('email');
  if (email !== undefined && account.value.attributes.get('email_verified') === 'true') {
    const change = { userId: actor.person.id, now: services.clock.now() };
    await changePersonEmail(services.db, { ...change, email });
    await setPendingEmail(services.db, { ...change, email: null });
    const facts = { from: actor.person.email, to: email };
    if (email !== actor.person.email) {
      await recordAuditNow(services.db, { action: 'email_changed', at: change.now, facts });
    }
  }
  return ok(undefined);
}

function isVerified({ attributes }: PoolAccount, address: string | null): boolean {
  const isSame = attributes.get('email')?.toLowerCase() === address?.toLowerCase();
  return address !== null && isSame && attributes.get('email_verified') === 'true';
}
