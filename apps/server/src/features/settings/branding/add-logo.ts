import { createHash } from 'node:crypto';
import { type AddedLogo, type AddLogoRequest, LogoId, type Person, SERVER_LIMITS } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { LogoDrawer } from '../../../platform/pictures/logo-drawer.ts';
import type { Services } from '../../../services.ts';
import { mayChangeSettings } from '../policy.ts';
import { deleteUnusedLogos, insertLogo } from '../store/logos.ts';

export type LogoNeeds = Pick<Services, 'clock' | 'db' | 'log'> & { readonly logoDrawer: LogoDrawer };

/** Adds a logo; a setting decides whether it is shown. The sent bytes are never served: the picture is drawn again. */
export async function addLogo(
  { clock, db, log, logoDrawer }: LogoNeeds,
  actor: Person,
  { picture }: AddLogoRequest,
): Outcome<AddedLogo, Failure> {
  if (!mayChangeSettings(actor)) return err({ code: 'not_allowed', facts: { needed_role: 'administrator' } });
  const drawn = await logoDrawer.draw(Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'));
  if (!drawn.ok) {
    log.warn('logo_not_drawn', { code: drawn.error.code });
    return err({ code: 'invalid_request', issues: [{ path: 'picture', code: 'wrong_format' }] });
  }
  const { logo, icon, favicon, width, height } = drawn.value;
  const hash = createHash('sha256').update(logo).digest('base64url').slice(0, 22);
  const id = LogoId.parse(`${hash}-${width}x${height}`);
  const now = clock.now();
  await insertLogo(db, {
    id,
    logo: logo.toString('base64'),
    icon: icon.toString('base64'),
    favicon: favicon.toString('base64'),
    now,
  });
  await deleteUnusedLogos(db, new Date(now.getTime() - SERVER_LIMITS.settingGraceMs));
  return ok({ logo: id });
}
