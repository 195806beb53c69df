import type {
  ChangeEmailRequest,
  CodeSent,
  Person,
  UpdateProfileRequest,
  VerifyEmailRequest,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure } from '../../http/route.ts';
import type { Outcome, Services } from '../../services.ts';
import { withAccessToken } from '../session/index.ts';
import { demandRecentSignIn } from './recent.ts';
import { setPendingEmail } from './store/details.ts';
import { changePersonEmail, findSignIn, renamePerson } from './store.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

/** Changes the own name, at the pool first: the next sign-in would bring its name back otherwise. */
export async function updateProfile(
  services: Needs,
  actor: Actor,
  { name }: UpdateProfileRequest,
): Outcome<Person, Failure> {
  const signIn = await findSignIn(services.db, actor.sessionId);
  if (signIn !== undefined && signIn.issuer_id !== null) return err({ code: 'kept_elsewhere' });
  const changed = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.updateAttribute({ accessToken, name: 'name', value: name }),
  );
  if (!changed.ok) return changed;
  await renamePerson(services.db, { userId: actor.person.id, name, now: services.clock.now() });
  return ok({ ...actor.person, name });
}

/** Begins to replace the address. The old one stays in force until the code that went to the new one is shown. */
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
  // A pool that waits for the code shows the old address meanwhile, and tells nobody which one waits.
  await setPendingEmail(services.db, { userId: actor.person.id, email, now: services.clock.now() });
  return ok({ destination: changed.value?.destination ?? null });
}

/** The person does not want the new address after all. Its code is still good for who has it, and nobody asks for it any more. */
export async function keepEmail(services: Needs, actor: Actor): Outcome<undefined, Failure> {
  await setPendingEmail(services.db, {
    userId: actor.person.id,
    email: null,
    now: services.clock.now(),
  });
  return ok(undefined);
}

/** Proves the new address. From now on it is the one that signs in. */
export async function verifyEmail(
  services: Needs,
  actor: Actor,
  { code }: VerifyEmailRequest,
): Outcome<undefined, Failure> {
  const { pool } = services;
  const account = await withAccessToken(services, actor, async (accessToken) => {
    const verified = await pool.verifyEmail({ accessToken, code });
    return verified.ok ? await pool.getAccount(accessToken) : verified;
  });
  if (!account.ok) return account;
  const email = account.value.attributes.get('email');
  if (email !== undefined && account.value.attributes.get('email_verified') === 'true') {
    const change = { userId: actor.person.id, now: services.clock.now() };
    await changePersonEmail(services.db, { ...change, email });
    await setPendingEmail(services.db, { ...change, email: null });
  }
  return ok(undefined);
}
