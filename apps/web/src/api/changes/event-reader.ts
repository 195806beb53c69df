import type { ChangeEvent } from '@coffer/contracts';

export interface ReadEvent {
  readonly id: string | undefined;
  /** Undefined for a block that only advances the id. */
  readonly event: ChangeEvent | undefined;
}

/**
 * Takes the text of the stream as it arrives, and returns the events completed by it. @see
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function createEventReader(): (text: string) => readonly ReadEvent[] {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map((block) => {
      const data = fieldOf(block, 'data');
      return { id: fieldOf(block, 'id'), event: data === undefined ? undefined : eventOf(data) };
    });
  };
}

function fieldOf(block: string, name: string): string | undefined {
  const line = block.split('\n').find((each) => each.startsWith(`${name}: `));
  return line?.slice(name.length + 2);
}

/** A newer server may send event kinds that this page does not know; they become undefined. */
function eventOf(data: string): ChangeEvent | undefined {
  const value: unknown = JSON.parse(data);
  return isEvent(value) ? value : undefined;
}

function isEvent(value: unknown): value is ChangeEvent {
  return typeof value === 'object' && value !== null && 'type' in value;
}
