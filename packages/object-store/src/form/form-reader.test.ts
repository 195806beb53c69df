import { processorMsWhile } from '@coffer/testing';
import { expect, test } from 'vitest';
import { refusal } from '../errors.ts';
import { FormReader } from './form-reader.ts';

const DELIMITER = Buffer.from('\r\n--boundary');
const TOO_LONG = refusal('MaxPostPreDataLengthExceededError');

async function* inPieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield Buffer.from(bytes.subarray(at, at + pieceBytes));
}

test('long input that arrives byte by byte is copied and searched a few times, not once per byte', async () => {
  const value = Buffer.alloc(500_000, '\r\n--boundar');
  const reader = new FormReader(inPieces(Buffer.concat([value, DELIMITER, Buffer.from('rest')]), 1));
  const tookMs = await processorMsWhile(async () => {
    expect((await reader.upTo(DELIMITER, 500_000, TOO_LONG)).equals(value)).toBe(true);
  });
  expect(tookMs).toBeLessThan(5000);
  expect((await reader.take(4)).toString()).toBe('rest');
});

test.each([1, 2, 3, 7, 12, 13, 1000])(
  'chunks of %i bytes: returned pieces stay unchanged',
  async (pieceBytes) => {
    const files = ['first', '', '\r\n--boundar', 'x'.repeat(100), '\r\n'].map((text) => Buffer.from(text));
    const body = Buffer.concat(files.flatMap((file) => [file, DELIMITER]));
    const sized = new FormReader(inPieces(body, pieceBytes));
    const taken: (Buffer | string)[] = [];
    for (const file of files) taken.push(await sized.sized(file.length, DELIMITER));
    expect(taken).toEqual(files);
    expect(sized.consumedBytes).toBe(body.length);
    const found = new FormReader(inPieces(body, pieceBytes));
    const upTo: Buffer[] = [];
    for (let i = 0; i < files.length; i += 1) upTo.push(await found.upTo(DELIMITER, 100, TOO_LONG));
    expect(upTo).toEqual(files);
  },
);

test.each([1, 5, 1000])(
  'chunks of %i bytes: a file of another length is distinguished from a truncated one',
  async (pieceBytes) => {
    const of = (text: string): FormReader => new FormReader(inPieces(Buffer.from(text), pieceBytes));
    expect(await of('12345\r\n--boundary--').sized(4, DELIMITER)).toBe('longer');
    expect(await of('12345\r\n--boundary--').sized(6, DELIMITER)).toBe('shorter');
    expect(await of('12345\r\n--boundary').sized(1000, DELIMITER)).toBe('shorter');
    await expect(of('12345\r\n--bound').sized(5, DELIMITER)).rejects.toThrow('MalformedPOSTRequest');
    await expect(of('12345').sized(1000, DELIMITER)).rejects.toThrow('MalformedPOSTRequest');
    await expect(of('12345\r\n--boundary').upTo(DELIMITER, 4, TOO_LONG)).rejects.toThrow(TOO_LONG.code);
  },
);
