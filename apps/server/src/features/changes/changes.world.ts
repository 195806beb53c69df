import { createHash } from 'node:crypto';
import { type Change, ChangeEvent, NodeId, type Person } from '@coffer/contracts';
import { defined, HOUR_MS } from '@coffer/kit';
import { valueOf, type World } from '../../live.world.ts';
import type { Actor } from '../../operation.ts';
import { createFolder } from '../files/create-folder.ts';
import { insertSession } from '../session/index.ts';
import type { makeTeam } from '../spaces/team.world.ts';
import type { ChangeFeed } from './change-feed.ts';

let sessions = 0;

/** Creates a session as a sign-in does. */
export async function signIn({ services }: World, person: Person): Promise<Actor> {
  sessions += 1;
  const now = services.clock.now();
  const id = createHash('sha256').update(`session ${sessions}`).digest('hex');
  await services.db.transaction().execute(
    async (tx) =>
      await insertSession(tx, {
        id,
        issuerId: null,
        userId: person.id,
        username: person.username,
        accessTokenSealed: 'sealed',
        refreshTokenSealed: 'sealed',
        accessExpiresAt: new Date(now.getTime() + HOUR_MS),
        deviceLabel: 'a browser',
        address: '192.0.2.1',
        now,
        provedAt: null,
        expiresAt: new Date(now.getTime() + HOUR_MS),
      }),
  );
  return { person, sessionId: id };
}

export async function makeFolder(
  team: Pick<Awaited<ReturnType<typeof makeTeam>>, 'services' | 'owner' | 'space'>,
  name: string,
): Promise<NodeId> {
  const parentId = NodeId.parse(team.space.rootId);
  return valueOf(await createFolder(team.services, team.owner, { parentId, name, ifExists: 'fail' })).id;
}

export interface Reader {
  /** The events sent since the last call. */
  readonly events: () => Promise<readonly ChangeEvent[]>;
  readonly changes: () => Promise<readonly Change[]>;
  readonly lastId: () => string | undefined;
  readonly text: () => string;
  readonly isEnded: () => boolean;
  readonly leave: () => Promise<void>;
}

export async function follow(feed: ChangeFeed, actor: Actor, lastEventId?: string): Promise<Reader> {
  const stream = valueOf(await feed.open(actor, lastEventId));
  return readerOf(stream);
}

function readerOf(stream: ReadableStream<Uint8Array>): Reader {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let readTo = 0;
  let isEnded = false;
  const pump = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    isEnded = true;
  };
  void pump();
  const events = async (): Promise<readonly ChangeEvent[]> => {
    // What the feed has written arrives in the next turns of the event loop.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const fresh = text.slice(readTo);
    readTo = text.length;
    return Array.from(fresh.matchAll(/^data: (.*)$/gm), ([, data = '']) =>
      ChangeEvent.parse(JSON.parse(data)),
    );
  };
  return {
    events,
    changes: async () => (await events()).flatMap((event) => (event.type === 'changed' ? event.changes : [])),
    lastId: () => Array.from(text.matchAll(/^id: (.*)$/gm), ([, id]) => id).at(-1),
    text: () => text,
    isEnded: () => isEnded,
    leave: async () => await reader.cancel(),
  };
}

export function idOf(reader: Reader): string {
  return defined(reader.lastId(), 'no event id was sent');
}
