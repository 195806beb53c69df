import { SERVER_LIMITS } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { tooManyTries } from '../../session/index.ts';
import { PASSWORD_WINDOW_MS } from '../model.ts';
import { isPassword } from '../password.ts';
import { forgetPasswordTry, takePasswordTry } from '../store/visits.ts';
import { clientKeyOf } from './client-key.ts';
import { findUsableLink, type Guest, type GuestNeeds } from './open-link.ts';
import { addPass } from './passes.ts';

/** Checks the password and returns the new value of the cookie. Wrong passwords of one client never lock out others. */
export async function unlockLink(
  services: GuestNeeds & Pick<Services, 'newId'>,
  guest: Guest,
  password: string,
): Outcome<string, Failure> {
  const { cipher, db, newId } = services;
  const usable = await findUsableLink(services, guest.token);
  if (!usable.ok) return usable;
  const { link, now } = usable.value;
  const { id: linkId, password_hash: passwordHash } = link;
  if (passwordHash === null) return ok(guest.passes ?? '');
  const attempt = {
    id: newId(),
    linkId,
    clientKey: clientKeyOf(guest),
    now,
    since: new Date(now.getTime() - PASSWORD_WINDOW_MS),
    triesMax: SERVER_LIMITS.linkPasswordTriesPerHour,
  };
  const refused = await inTransaction(db, async (tx) => await takePasswordTry(tx, attempt));
  if (refused !== undefined) {
    return err(tooManyTries(refused.oldest.getTime() + PASSWORD_WINDOW_MS - now.getTime(), now));
  }
  if (!(await isPassword(password, passwordHash))) return err({ code: 'link_password_wrong' });
  await forgetPasswordTry(db, attempt.id);
  return ok(addPass(cipher, guest.passes, { link: { id: linkId, passwordHash }, now }));
}
