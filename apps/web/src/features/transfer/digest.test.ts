import { expect, test } from 'vitest';
import { digest } from './digest.ts';

/** The SHA-256 of nothing. */
const EMPTY = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/** A file that went away after it was chosen. */
class LostBlob extends Blob {
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream({
      type: 'bytes',
      pull: (controller) => controller.error(new DOMException('the file is gone', 'NotFoundError')),
    });
  }
}

test('a file that cannot be read does not take the next one with it, empty or not', async () => {
  const text = new Blob(['after']);
  const expected = await digest(text, false);
  expect(expected).toBeDefined();
  const lost = new LostBlob(['before']);
  expect(await digest(lost, false)).toBeUndefined();
  expect((await digest(new Blob(), false))?.sha256).toBe(EMPTY);
  expect(await digest(lost, false)).toBeUndefined();
  expect(await digest(text, false)).toEqual(expected);
});
