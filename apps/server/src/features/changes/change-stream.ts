import type { ChangeEvent } from '@coffer/contracts';
import type { Actor } from '../../operation.ts';
import { type Position, writePosition } from './model.ts';

const QUEUED_MAX_BYTES = 65_536;

/** The Server-Sent Events of one page. */
export interface ChangeStream {
  readonly personId: string;
  /** The id of the session or of the token. */
  readonly sessionId: string;
  readonly isByToken: boolean;
  readonly body: ReadableStream<Uint8Array>;
  /** Starts to queue events, which are dropped before. */
  hold(): void;
  /** Sends the given events, then the queued ones. */
  begin(events: readonly ChangeEvent[], position: Position): void;
  /** Sends an event. Ends the stream if its reader is too slow: the page then reconnects and gets the rest. */
  send(event: ChangeEvent, position: Position): void;
  /**
   * Sends a heartbeat with the position, so that a client without events gets it too. Ends a stream that nobody reads.
   */
  beat(position: Position | undefined): void;
  end(last?: ChangeEvent): void;
}

/**
 * Creates the stream of one page.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function createChangeStream(
  { person, scopes, sessionId }: Actor,
  onEnd: (stream: ChangeStream) => void,
): ChangeStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let state: 'joining' | 'holding' | 'begun' = 'joining';
  const held: string[] = [];
  let sinceBeatBytes = 0;
  const roomBytes = (): number => controller?.desiredSize ?? QUEUED_MAX_BYTES;
  const leave = (): void => {
    controller = undefined;
    onEnd(stream);
  };
  const end = (): void => {
    controller?.close();
    leave();
  };
  const write = (text: string): void => {
    const bytes = encoder.encode(text);
    sinceBeatBytes += bytes.length;
    controller?.enqueue(bytes);
    if (roomBytes() <= 0) end();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given;
      },
      cancel: leave,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: QUEUED_MAX_BYTES }),
  );
  const stream: ChangeStream = {
    personId: person.id,
    sessionId,
    isByToken: scopes !== undefined,
    body,
    hold: () => {
      state = 'holding';
    },
    begin: (events, position) => {
      state = 'begun';
      for (const event of events) write(textOf(event, position));
      for (const text of held.splice(0)) write(text);
    },
    send: (event, position) => {
      if (state === 'begun') write(textOf(event, position));
      if (state === 'holding') held.push(textOf(event, position));
    },
    beat: (position) => {
      if (state !== 'begun') return;
      const isBehind = QUEUED_MAX_BYTES - roomBytes() > sinceBeatBytes;
      sinceBeatBytes = 0;
      if (isBehind) end();
      else write(position === undefined ? ':\n\n' : `:\nid: ${writePosition(position)}\n\n`);
    },
    end: (last) => {
      if (last !== undefined) write(`data: ${JSON.stringify(last)}\n\n`);
      end();
    },
  };
  return stream;
}

function textOf(event: ChangeEvent, position: Position): string {
  return `id: ${writePosition(position)}\ndata: ${JSON.stringify(event)}\n\n`;
}
