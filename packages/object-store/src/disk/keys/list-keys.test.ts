import { processorMsOf } from '@coffer/testing';
import { expect, test } from 'vitest';
import { compareKeys, type KeyEntry, KeyIndex } from './key-index.ts';
import { listKeys } from './list-keys.ts';

const entry = (key: string): KeyEntry => ({ key, sizeBytes: 1, etag: 'e', modifiedAtMs: 0, shard: '00' });
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomKey(random: () => number): string {
  const letters = ['a', 'b', '/', '/', 'é', '\uffee', '😀', '\u{10ffff}', ' ', '0'];
  const length = 1 + Math.floor(random() * 6);
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('');
}

test('keys are ordered by their UTF-8 bytes, including astral characters', () => {
  const random = randoms(3);
  for (let i = 0; i < 3000; i += 1) {
    const [a, b] = [randomKey(random), randomKey(random)];
    expect(Math.sign(compareKeys(a, b))).toBe(Math.sign(byBytes(a, b)));
  }
});

test('an index behaves as a sorted list through thousands of changes', () => {
  const random = randoms(5);
  const index = new KeyIndex();
  const model = new Set<string>();
  for (let i = 0; i < 20_000; i += 1) {
    const key = `${randomKey(random)}${Math.floor(random() * 3000)}`;
    if (random() < 0.35) {
      if (index.delete(key) !== model.delete(key))
        throw new Error(`the index and the model differ at ${key}`);
    } else {
      index.set(entry(key));
      model.add(key);
    }
  }
  const sorted = [...model].toSorted(byBytes);
  const listed: string[] = [];
  for (let at = index.atOrAfter(''); at !== undefined; at = index.after(at.key)) listed.push(at.key);
  expect(listed).toEqual(sorted);
  expect(index.size).toBe(model.size);
});

interface Asked {
  readonly prefix: string;
  readonly delimiter: string;
}

function modelList(keys: readonly string[], { prefix, delimiter }: Asked): string[] {
  const names = keys
    .filter((key) => key.startsWith(prefix))
    .map((key) => {
      const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
      return at === -1 ? key : key.slice(0, at + delimiter.length);
    });
  return [...new Set(names)].toSorted(byBytes);
}

test('pages of any size add up to the whole listing, with and without prefix and delimiter', () => {
  const random = randoms(11);
  const keys = [...new Set(Array.from({ length: 800 }, () => randomKey(random)))];
  const index = new KeyIndex();
  index.load(keys.map(entry));
  for (const prefix of ['', 'a', 'a/', '/', 'é', '😀', 'zzz']) {
    for (const delimiter of ['', '/', 'b', '//', '😀']) {
      for (const keysMax of [1, 3, 1000]) {
        const names: string[] = [];
        let after = '';
        for (;;) {
          const page = listKeys(index, { prefix, delimiter, after, keysMax });
          names.push(...page.items.map((item) => (item.kind === 'key' ? item.entry.key : item.prefix)));
          if (page.next === undefined) break;
          after = page.next;
        }
        expect(names).toEqual(modelList(keys, { prefix, delimiter }));
      }
    }
  }
});

test('start-after works before, inside and after the prefix', () => {
  const index = new KeyIndex();
  index.load(['a', 'b/1', 'b/2', 'b/3', 'c'].map(entry));
  const list = (after: string, delimiter = '') =>
    listKeys(index, { prefix: 'b/', delimiter, after, keysMax: 10 }).items.map((item) =>
      item.kind === 'key' ? item.entry.key : item.prefix,
    );
  expect(list('a')).toEqual(['b/1', 'b/2', 'b/3']);
  expect(list('b/1')).toEqual(['b/2', 'b/3']);
  expect(list('b/11')).toEqual(['b/2', 'b/3']);
  expect(list('b/3')).toEqual([]);
  expect(list('c')).toEqual([]);
  expect(list('zzz')).toEqual([]);
});

test('a page of common prefixes costs the same with few keys and with very many', () => {
  const index = new KeyIndex();
  const keys = Array.from({ length: 200_000 }, (_, i) => `${String(i % 10)}/${String(i).padStart(6, '0')}`);
  index.load(keys.map(entry));
  const ms = processorMsOf(() => {
    for (let i = 0; i < 100; i += 1) {
      expect(listKeys(index, { prefix: '', delimiter: '/', after: '', keysMax: 1000 }).items).toHaveLength(
        10,
      );
    }
  });
  expect(ms).toBeLessThan(500);
});
