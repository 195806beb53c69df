// The messages that clients compare literally. Errors whose text at Amazon is unknown (such as
// RefreshTokenReuseException and those of WebAuthn) are missing here.
import { MINUTE_MS } from '@coffer/kit';
import { manualClock } from '@coffer/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LITERAL_FAULTS } from './testing/literal-faults.ts';
import { LITERAL_REFUSALS } from './testing/literal-refusals.ts';
import { LiteralScene } from './testing/scenes/literal-scene.ts';

const clock = manualClock('2030-05-04T08:09:10.000Z');
const scene = new LiteralScene(clock);

beforeAll(() => scene.start());
afterAll(() => scene.end());

beforeEach(() => {
  scene.count += 1;
  clock.advance(MINUTE_MS);
});

const rows = Object.entries({ ...LITERAL_REFUSALS, ...LITERAL_FAULTS }).flatMap(([type, said]) =>
  said.map(([message, say]) => [type, message, say] as const),
);

test.each(rows)('%s: %s', async (__type, message, say) => {
  const reply = await say(scene);
  expect(reply).toMatchObject({ status: 400, body: { __type, message } });
  expect(reply.headers.get('x-amzn-errortype')).toBe(`${__type}:`);
  expect(reply.headers.get('x-amzn-errormessage')).toBe(message);
});
