import { DAY_MS } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { hashSecret, newSecret } from '../session/index.ts';
import { deleteOldLinks } from './store/links.ts';

/** How long an expired link is reported as expired instead of unknown. */
const REMEMBERED_MS = 30 * DAY_MS;

/** A link that is shown only once, because the database stores only a hash of its code. */
export interface IssuedLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/** Issues a link. Its code is in the fragment, which browsers do not send. */
export async function issueLink(
  services: Pick<Services, 'clock' | 'config'>,
  tx: Tx,
  link: {
    readonly page: '/join' | '/new-password';
    readonly lifeMs: number;
    readonly insert: (row: {
      readonly codeHash: string;
      readonly now: Date;
      readonly expiresAt: Date;
    }) => Promise<void>;
  },
): Promise<IssuedLink> {
  const code = newSecret();
  const now = services.clock.now();
  const expiresAt = new Date(now.getTime() + link.lifeMs);
  await deleteOldLinks(tx, new Date(now.getTime() - REMEMBERED_MS));
  await link.insert({ codeHash: hashSecret(code), now, expiresAt });
  return { url: `${services.config.url}${link.page}#${code}`, expiresAt };
}
