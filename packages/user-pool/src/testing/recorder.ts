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
      const code = messages.findLast((message) => message.to === to && message.code !== undefined)?.code;
      assert(code !== undefined, `a code was sent to ${to}`);
      return code;
    },
  };
}
