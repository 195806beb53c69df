import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { NodeId } from '@coffer/contracts';
import { Client } from 'pg';

export interface SeededPerson {
  readonly rootId: NodeId;
  readonly cookies: readonly string[];
}

/** Bypasses rate limits. With `isShared` all use one space. */
export async function seedPeople(
  connectionString: string,
  options: { readonly people: number; readonly sessionsEach: number; readonly isShared?: boolean },
): Promise<readonly SeededPerson[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const people: SeededPerson[] = [];
    let shared: Space | undefined;
    for (let number = 0; number < options.people; number += 1) {
      const userId = await insertUser(client);
      const space = shared ?? (await insertSpace(client, userId));
      if (options.isShared === true) shared = space;
      await client.query(
        `insert into member (space_id, user_id, role, created_at) values ($1, $2, $3, now())`,
        [space.id, userId, shared === undefined || number === 0 ? 'owner' : 'editor'],
      );
      const cookies: string[] = [];
      for (let session = 0; session < options.sessionsEach; session += 1) {
        cookies.push(await insertSession(client, userId));
      }
      people.push({ rootId: space.rootId, cookies });
    }
    return people;
  } finally {
    await client.end();
  }
}

interface Space {
  readonly id: string;
  readonly rootId: NodeId;
}

async function insertUser(client: Client): Promise<string> {
  const id = randomUUID();
  await client.query(
    `insert into "user" (id, issuer, subject, username, email, email_verified, name, status, role, quota_bytes, created_at, updated_at)
     values ($1, 'urn:seeded', $2, $2, $2 || '@example.org', true, $2, 'active', 'member', 1e12, now(), now())`,
    [id, `person-${id}`],
  );
  return id;
}

async function insertSpace(client: Client, ownerId: string): Promise<Space> {
  const space = { id: randomUUID(), rootId: NodeId.parse(randomUUID()) };
  await client.query(
    `insert into space (id, name, kind, owner_id, root_id, quota_bytes, created_at, updated_at)
     values ($1, 'Seeded', 'personal', $2, $3, 1e12, now(), now())`,
    [space.id, ownerId, space.rootId],
  );
  await client.query(
    `insert into node (space_id, id, kind, name, name_key, name_sort, modified_at, created_by, created_at, updated_at)
     values ($1, $2, 'folder', 'Seeded', '', '', now(), $3, now(), now())`,
    [space.id, space.rootId, ownerId],
  );
  return space;
}

async function insertSession(client: Client, userId: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await client.query(
    `insert into session (id, user_id, kind, issuer_id, issuer_subject, username, access_token_sealed, refresh_token_sealed,
       access_expires_at, device_label, address, created_at, last_seen_at, checked_at, expires_at)
     values ($1, $2, 'oidc', 'seeded', 'seeded', 'seeded', '', '', now() + interval '1 day', 'seeded', '127.0.0.1', now(), now(), now(),
       now() + interval '1 day')`,
    [createHash('sha256').update(secret).digest('hex'), userId],
  );
  return `coffer=${secret}`;
}
