import { assert, ok } from '@coffer/kit';
import type { Delivery, Message } from '../delivery/delivery.ts';

export interface RecordedMessage extends Message {
  readonly code: string | undefined;
}

export interface Recorder {
  readonly delivery: Delivery;
  readonly messages: readonly RecordedMessage[];
  newestCode(to: string): string;
}

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
      // Queued messages are sent concurrently, so sort by the time in their ids.
      const code = messages
        .filter((message) => message.to === to && message.code !== undefined)
        .toSorted((one, other) => timeOf(one) - timeOf(other))
        .at(-1)?.code;
      assert(code !== undefined, `no code was sent to ${to}`);
      return code;
    },
  };
}

function timeOf(message: Message): number {
  return Number.parseInt(message.id.replaceAll('-', '').slice(0, 12), 16);
}
