import { expect, test } from 'vitest';
import { createEventReader } from './event-reader.ts';

const STREAM = ':\nid: 7~1:2:\n\nid: 8~1:3:\ndata: {"type":"ready"}\n\ndata: {"type":"ended"}\n\n';
const EVENTS = [
  { id: '7~1:2:', event: undefined },
  { id: '8~1:3:', event: { type: 'ready' } },
  { id: undefined, event: { type: 'ended' } },
];

test('events are read however the stream is cut', () => {
  expect(createEventReader()(STREAM)).toEqual(EVENTS);
  const read = createEventReader();
  expect(Array.from(STREAM).flatMap((character) => read(character))).toEqual(EVENTS);
});

test('incomplete events are not read', () => {
  expect(createEventReader()('id: 7~1:2:\ndata: {"type":"re')).toEqual([]);
});
