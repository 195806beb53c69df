import { assert, ok } from '@coffer/kit';
import type { Delivery, Message } from '../delivery/delivery.ts';

/** A message that was sent, and the code that stands in it. */
export interface RecordedMessage extends Message {
  readonly code: string | undefined;
}

export interface Recorder {
  readonly delivery: Delivery;
  /** In the order of their sending. */
  readonly messages: readonly RecordedMessage[];
  /** The code of the newest message to somebody that has one. */
  newestCode(to: string): string;
}

/** Takes every message and keeps it. */
export function createRecorder(): Recorder {
  const messages: RecordedMessage[] = [];
  return {
    messages,
    delivery: {
      media: ['EMAIL', 'SMS'],
      send: async (message) => {
        messages.push({ ...message, code: /(?<![\w-])\d{6,8}(?![\w-])/.exec(message.text)?.[0] });
        return ok(undefined);
      },
    },
    newestCode(to) {
      // Ids begin with the time of their making; what waits together is sent side by side.
      const code = messages
        .filter((message) => message.to === to && message.code !== undefined)
        .toSorted((one, other) => timeOf(one) - timeOf(other))
        .at(-1)?.code;
      assert(code !== undefined, `a code was sent to ${to}`);
      return code;
    },
  };
}

/** The milliseconds that a uuid v7 begins with. */
function timeOf(message: Message): number {
  return Number.parseInt(message.id.replaceAll('-', '').slice(0, 12), 16);
}
