import type { WelcomeRequest } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { PoolFailure } from '../../platform/identity/pool.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import {
  CLAIM_MS,
  hasAdministrator,
  hashSecret,
  isSameHash,
  later,
  poll,
  poolUnavailable,
  presentPoolFailure,
  tooManyTries,
  upsertPerson,
} from '../session/index.ts';
import type { SignInRateLimits } from './limits/sign-in-rate-limits.ts';
import { deleteWelcome, lockWelcome, putWelcome } from './store/welcome.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'log' | 'newId' | 'settings'>;

/** Creates the first administrator at the pool and in Coffer, once per code. Only the pool gets the password. */
export async function welcome(
  services: Needs & { readonly limits: SignInRateLimits },
  request: WelcomeRequest & { readonly address: string },
): Outcome<undefined, Failure> {
  const waitMs = services.limits.takeWelcome(request.address);
  if (waitMs > 0) return err(tooManyTries(waitMs, services.clock.now()));
  const turn = await poll(async () => await takeTurn(services, request));
  if (turn === undefined) return err(poolUnavailable());
  if (!turn.ok) return turn;

  const { email, name, password } = request;
  const created = await services.pool.createAccount({ email, name, password, resume: turn.value.resume });
  return created.ok
    ? await admit(services, { ...created.value, email, name })
    : err(await giveBack(services, { cause: created.error, resume: turn.value.resume }));
}

interface Turn {
  /** Whether an earlier creation of this account has an unknown outcome. */
  readonly resume: boolean;
}

/** Claims the creation of the account. Undefined while another request creates it. [Note: Claims] */
async function takeTurn(
  services: Needs,
  request: WelcomeRequest,
): Promise<Result<Turn, Failure> | undefined> {
  const now = services.clock.now();
  return await inTransaction(services.db, async (tx): Promise<Result<Turn, Failure> | undefined> => {
    const open = await lockWelcome(tx);
    if (await hasAdministrator(tx)) return err({ code: 'welcome_closed' });
    if (open === undefined || !isSameHash(open.codeHash, hashSecret(request.code))) {
      return err({ code: 'welcome_code_wrong' });
    }
    if (open.claimedUntil !== null && open.claimedUntil > now) return undefined;
    const email = request.email.toLowerCase();
    await putWelcome(
      tx,
      { ...open, claimedUntil: later(now, CLAIM_MS), pendingEmail: open.pendingEmail ?? email },
      now,
    );
    return ok({ resume: open.pendingEmail === email });
  });
}

async function admit(
  services: Needs,
  account: {
    readonly subject: string;
    readonly username: string;
    readonly email: string;
    readonly name: string;
  },
): Outcome<undefined, Failure> {
  const now = services.clock.now();
  const { personQuotaBytes: quotaBytes } = await services.settings.read(services.db);
  return await inTransaction(services.db, async (tx) => {
    await lockWelcome(tx);
    if (await hasAdministrator(tx)) return err({ code: 'welcome_closed' });
    const { id } = await upsertPerson(
      tx,
      {
        id: services.newId(),
        issuer: services.pool.issuer,
        ...account,
        emailVerified: true,
        quotaBytes,
        now,
      },
      'administrator',
    );
    await deleteWelcome(tx);
    recordAudit(tx, { action: 'administrator_created', at: now, actor: { kind: 'person', id } });
    return ok(undefined);
  });
}

async function giveBack(
  services: Needs,
  failed: { readonly cause: PoolFailure; readonly resume: boolean },
): Promise<Failure> {
  const { cause, resume } = failed;
  const now = services.clock.now();
  // Nothing was created: the address is taken, or the password was rejected first.
  const isUntouched = cause.code === 'name_taken' || (cause.code === 'password_refused' && !resume);
  await inTransaction(services.db, async (tx) => {
    const open = await lockWelcome(tx);
    if (open === undefined) return;
    await putWelcome(
      tx,
      { ...open, claimedUntil: null, pendingEmail: isUntouched ? null : open.pendingEmail },
      now,
    );
  });
  return presentPoolFailure(cause, { now, log: services.log, passwordPath: 'password' });
}
