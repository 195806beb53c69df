import { expect, test } from 'vitest';
import {
  addRange,
  complementWithin,
  EMPTY_RANGE_SET,
  firstIndexes,
  hasIndex,
  indexesOf,
  isSameSet,
  type RangeSet,
  rangeBetween,
} from './range-set.ts';
import { removeRange, toggleIndex, unionOf } from './range-set-changes.ts';

const ROWS = 60;

test.each([1, 2, 3, 4, 5, 6, 7, 8])('random operations agree with a plain Set (seed %d)', (seed) => {
  const random = seededRandom(seed);
  let set = EMPTY_RANGE_SET;
  let naive = new Set<number>();
  for (let step = 0; step < 600; step++) {
    const one = Math.floor(random() * ROWS);
    const other = Math.floor(random() * ROWS);
    const [first, last] = one < other ? [one, other] : [other, one];
    const before = set;
    const beforeText = JSON.stringify(before);
    switch (Math.floor(random() * 6)) {
      case 0:
        set = addRange(set, first, last);
        for (let i = first; i <= last; i++) naive.add(i);
        break;
      case 1:
        set = removeRange(set, first, last);
        for (let i = first; i <= last; i++) naive.delete(i);
        break;
      case 2:
        set = toggleIndex(set, one);
        if (!naive.delete(one)) naive.add(one);
        break;
      case 3:
        set = unionOf(set, rangeBetween(one, one + 3));
        for (let i = one; i <= one + 3; i++) naive.add(i);
        break;
      case 4:
        set = complementWithin(set, ROWS);
        naive = new Set(Array.from({ length: ROWS }, (_, i) => i).filter((i) => !naive.has(i)));
        break;
      default:
        set = removeRange(set, one, one);
        naive.delete(one);
    }
    expect([...indexesOf(set)]).toEqual([...naive].toSorted((a, b) => a - b));
    expect(set.count).toBe(naive.size);
    for (let i = -2; i < ROWS + 6; i++) expect(hasIndex(set, i)).toBe(naive.has(i));
    expectCanonical(set);
    expect(JSON.stringify(before)).toBe(beforeText);
  }
});

test('union is the same in both orders and equals adding every run', () => {
  const random = seededRandom(99);
  for (let round = 0; round < 300; round++) {
    const one = randomSet(random);
    const other = randomSet(random);
    const union = unionOf(one, other);
    expect(isSameSet(union, unionOf(other, one))).toBe(true);
    const added = other.ranges.reduce((set, range) => addRange(set, range.first, range.last), one);
    expect(union).toEqual(added);
    expectCanonical(union);
  }
});

test('the complement of the complement is the set, within the rows', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 300; round++) {
    const set = randomSet(random);
    const back = complementWithin(complementWithin(set, ROWS), ROWS);
    expect(isSameSet(back, removeRange(set, ROWS, Number.POSITIVE_INFINITY))).toBe(true);
  }
});

test('all of ten million but two is three runs', () => {
  const set = removeRange(removeRange(firstIndexes(10_000_000), 5, 5), 9_999_998, 9_999_998);
  expect(set.ranges).toEqual([
    { first: 0, last: 4 },
    { first: 6, last: 9_999_997 },
    { first: 9_999_999, last: 9_999_999 },
  ]);
  expect(set.count).toBe(9_999_998);
  expect([...indexesOf(complementWithin(set, 10_000_000))]).toEqual([5, 9_999_998]);
});

test('an operation without effect returns the same object', () => {
  const set = rangeBetween(9, 3);
  expect(set.ranges).toEqual([{ first: 3, last: 9 }]);
  expect(addRange(set, 4, 9)).toBe(set);
  expect(addRange(set, 5, 4)).toBe(set);
  expect(removeRange(set, 10, 12)).toBe(set);
  expect(removeRange(set, 9, 3)).toBe(set);
  expect(removeRange(set, 0, 20)).toBe(EMPTY_RANGE_SET);
  expect(firstIndexes(0)).toBe(EMPTY_RANGE_SET);
});

test('sets of the same size with other members are not the same', () => {
  expect(isSameSet(rangeBetween(0, 3), rangeBetween(1, 4))).toBe(false);
  expect(isSameSet(rangeBetween(0, 3), addRange(rangeBetween(0, 1), 5, 6))).toBe(false);
  expect(isSameSet(rangeBetween(0, 3), rangeBetween(3, 0))).toBe(true);
});

function expectCanonical(set: RangeSet): void {
  let previous = -2;
  for (const range of set.ranges) {
    expect(range.first).toBeGreaterThan(previous + 1);
    expect(range.last).toBeGreaterThanOrEqual(range.first);
    previous = range.last;
  }
}

function randomSet(random: () => number): RangeSet {
  let set = EMPTY_RANGE_SET;
  for (let i = 0; i < random() * 8; i++) {
    const first = Math.floor(random() * ROWS * 1.2);
    set = addRange(set, first, first + Math.floor(random() * 9));
  }
  return set;
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
