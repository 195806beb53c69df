import { type ChangeEvent, LIMITS, strongest } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { listLiveSessions } from '../session/index.ts';
import { listLiveTokens } from '../tokens/index.ts';
import { type ChangeStream, createChangeStream } from './change-stream.ts';
import { changesFor, isTooOld, parsePosition, type Position, type Roles } from './model.ts';
import { type News, readChanges, readPosition } from './store/changes.ts';

type Needs = Pick<Services, 'clock' | 'db'>;

/** The open streams of one server. */
export interface ChangeFeed {
  /** Opens a stream. It sends what changed since `lastEventId`, then each new change. */
  open(actor: Actor, lastEventId: string | undefined): Outcome<ReadableStream<Uint8Array>, Failure>;
  /** Reads the changes since the last read, once for all streams. */
  readonly look: () => Promise<void>;
  /** Sends heartbeats, and ends the streams of ended sessions. */
  readonly beat: () => Promise<void>;
  readonly streamCount: () => number;
  /** Ends all streams, and rejects new ones. */
  close(): void;
}

export type StreamLimits = Readonly<Record<'changeStreamsPerson' | 'changeStreamsServer', number>>;

/** The maximum number of rows of one read. With more changes, pages fetch everything again. */
const ROWS_MAX = 5_000;
const RETRY_AFTER_SECONDS = 30;
const RESET: ChangeEvent = { type: 'reset' };

export function createChangeFeed(services: Needs, limits: Partial<StreamLimits> = {}): ChangeFeed {
  const { changeStreamsPerson, changeStreamsServer } = { ...LIMITS, ...limits };
  const streams = new Set<ChangeStream>();
  let isClosed = false;
  /** The position of the last read. Undefined while there are no listeners. */
  let position: Position | undefined;
  const look = onePerTime(async () => {
    const listeners = [...streams];
    if (listeners.length === 0) position = undefined;
    else if (position === undefined) position = await readPosition(services.db);
    else position = await tellNews(services, listeners, position);
  });
  const isFull = (personId: string): boolean => {
    const own = [...streams].filter((stream) => stream.personId === personId);
    return streams.size >= changeStreamsServer || own.length >= changeStreamsPerson;
  };
  return {
    open: async (actor, lastEventId) => {
      if (isClosed || isFull(actor.person.id)) {
        return err({ code: 'rate_limited', facts: { retry_after: RETRY_AFTER_SECONDS } });
      }
      const stream = createChangeStream(actor, (ended) => void streams.delete(ended));
      streams.add(stream);
      try {
        // The replay includes everything that this read finds. Later reads have the rest.
        await look();
        stream.hold();
        await replay(services, stream, lastEventId);
      } catch (error) {
        stream.end();
        throw error;
      }
      return ok(stream.body);
    },
    look,
    beat: async () => {
      for (const stream of streams) stream.beat(position);
      await endDead(services, [...streams]);
    },
    streamCount: () => streams.size,
    close: () => {
      isClosed = true;
      for (const stream of streams) stream.end();
    },
  };
}

/** Runs `work` once at a time. A call during a run waits for one more run. */
function onePerTime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async (): Promise<void> => {
    try {
      while (isWanted) {
        isWanted = false;
        await work();
      }
    } finally {
      running = undefined;
    }
  };
  return async () => {
    isWanted = true;
    await (running ??= run());
  };
}

async function tellNews(
  services: Needs,
  streams: readonly ChangeStream[],
  since: Position,
): Promise<Position> {
  const personIds = [...new Set(streams.map(({ personId }) => personId))];
  const news = await readChanges(services.db, { since, personIds, limit: ROWS_MAX });
  const doubtful = new Set(news.rows.flatMap((row) => (row.kind === 'session' ? [row.person_id] : [])));
  await endDead(
    services,
    streams.filter(({ personId }) => doubtful.has(personId)),
  );
  const roles = rolesOf(news);
  for (const stream of streams) {
    for (const event of eventsFor(stream, news, roles)) stream.send(event, news.position);
  }
  return news.position;
}

async function replay({ db }: Needs, stream: ChangeStream, lastEventId: string | undefined): Promise<void> {
  const now = await readPosition(db);
  const since = lastEventId === undefined ? now : parsePosition(lastEventId);
  if (since === undefined || isTooOld(since, now)) {
    stream.begin([RESET, { type: 'ready' }], now);
    return;
  }
  const news = await readChanges(db, { since, personIds: [stream.personId], limit: ROWS_MAX });
  stream.begin([...eventsFor(stream, news, rolesOf(news)), { type: 'ready' }], news.position);
}

function eventsFor(
  { personId }: ChangeStream,
  { rows, isForeign }: News,
  roles: ReadonlyMap<string, Roles>,
): readonly ChangeEvent[] {
  if (isForeign || rows.length >= ROWS_MAX) return [RESET];
  const changes = changesFor(personId, roles.get(personId) ?? new Map(), rows);
  return changes.length === 0 ? [] : [{ type: 'changed', changes: [...changes] }];
}

function rolesOf({ audience }: News): ReadonlyMap<string, Roles> {
  const people = Map.groupBy(audience, ({ user_id: userId }) => userId);
  return new Map([...people].map(([userId, all]) => [userId, rolesBySpace(all)]));
}

function rolesBySpace(all: News['audience']): Roles {
  return new Map(
    all.flatMap(({ space_id: spaceId, roles }) => {
      const role = strongest(roles);
      return role === undefined ? [] : [[spaceId, role] as const];
    }),
  );
}

async function endDead(services: Needs, streams: readonly ChangeStream[]): Promise<void> {
  if (streams.length === 0) return;
  const idsBy = (isByToken: boolean): readonly string[] => [
    ...new Set(streams.filter((each) => each.isByToken === isByToken).map(({ sessionId }) => sessionId)),
  ];
  const sessions = await listLiveSessions(services, idsBy(false));
  const tokens = await listLiveTokens(services, idsBy(true));
  for (const stream of streams) {
    const alive = stream.isByToken ? tokens : sessions;
    if (!alive.has(stream.sessionId)) stream.end({ type: 'ended' });
  }
}
