import { createHash } from 'node:crypto';
import type { Person } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import type { WorldServices } from '../../src/live.world.ts';

/** A session as sign-in would have left it, without a pool behind it. */
export async function insertSession(
  { db, clock, newId }: Pick<WorldServices, 'clock' | 'db' | 'newId'>,
  person: Pick<Person, 'id' | 'username'>,
): Promise<string> {
  const now = clock.now();
  const id = createHash('sha256').update(newId()).digest('hex');
  await db
    .insertInto('session')
    .values({
      id,
      user_id: person.id,
      kind: 'pool',
      issuer_id: null,
      issuer_sid: null,
      issuer_subject: null,
      replaced_by: null,
      username: person.username,
      access_token_sealed: '',
      refresh_token_sealed: '',
      access_expires_at: now,
      refresh_lease_until: null,
      refresh_retry_at: null,
      device_label: '',
      address: '',
      created_at: now,
      proved_at: now,
      last_seen_at: now,
      checked_at: null,
      expires_at: new Date(now.getTime() + DAY_MS),
      revoked_at: null,
    })
    .execute();
  return id;
}
