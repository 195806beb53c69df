import { expect, test } from 'vitest';
import { flipped, HANDLES, moved, resized, withRatio, rotated, wholeOf } from './crop.ts';
import { cropped, flip, isEdited, noEdits, sizeOfResult, rotate } from './edits.ts';

const PICTURE = { width: 400, height: 200 };
const AREA = { x: 100, y: 50, width: 100, height: 60 };

test('a crop area never leaves the picture', () => {
  expect(moved(AREA, { dx: -1_000, dy: 1_000 }, PICTURE)).toEqual({ ...AREA, x: 0, y: 140 });
  for (const handle of HANDLES) {
    for (const ratio of [undefined, 1, 16 / 9, 0.1]) {
      for (const [dx, dy] of [
        [9_999, 9_999],
        [-9_999, -9_999],
        [17, -33],
      ] as const) {
        const { x, y, width, height } = resized(AREA, { handle, dx, dy, ratio }, PICTURE);
        expect(Math.min(x, y, width - 1, height - 1)).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(PICTURE.width);
        expect(y + height).toBeLessThanOrEqual(PICTURE.height);
      }
    }
  }
});

test('the side opposite to the handle does not move', () => {
  expect(resized(AREA, { handle: 'nw', dx: 20, dy: 10, ratio: undefined }, PICTURE)).toEqual({
    x: 120,
    y: 60,
    width: 80,
    height: 50,
  });
  expect(resized(AREA, { handle: 'e', dx: 20, dy: 99, ratio: undefined }, PICTURE)).toEqual({
    ...AREA,
    width: 120,
  });
  const square = resized(AREA, { handle: 'se', dx: 10, dy: 0, ratio: 1 }, PICTURE);
  expect(square).toEqual({ ...AREA, width: 110, height: 110 });
});

test('a ratio gives the largest area with the same centre', () => {
  expect(withRatio(wholeOf(PICTURE), 1, PICTURE)).toEqual({ x: 100, y: 0, width: 200, height: 200 });
  expect(withRatio({ ...AREA, x: 300 }, 1, PICTURE)).toEqual({ x: 200, y: 0, width: 200, height: 200 });
  expect(withRatio(AREA, 4, PICTURE)).toMatchObject({ width: 400, height: 100 });
});

test('four rotations and two flips restore everything', () => {
  let area = AREA;
  let size = PICTURE;
  for (let count = 0; count < 4; count += 1) {
    area = rotated(area, size);
    size = { width: size.height, height: size.width };
  }
  expect(area).toEqual(AREA);
  expect(rotated(AREA, PICTURE)).toEqual({ x: 90, y: 100, width: 60, height: 100 });
  expect(flipped(flipped(AREA, PICTURE), PICTURE)).toEqual(AREA);
  const none = noEdits(PICTURE);
  expect(rotate(rotate(none, 1, PICTURE), 3, PICTURE)).toEqual(none);
  expect(isEdited(flip(flip(none, PICTURE), PICTURE), PICTURE)).toBe(false);
  expect(isEdited(rotate(none, 1, PICTURE), PICTURE)).toBe(true);
});

test('a result keeps the proportions and is never enlarged', () => {
  const edits = { ...noEdits(PICTURE), area: AREA };
  expect(sizeOfResult({ ...edits, width: 50 })).toEqual({ width: 50, height: 30 });
  expect(sizeOfResult({ ...edits, width: 5_000 })).toEqual({ width: 100, height: 60 });
  expect(sizeOfResult({ ...edits, area: { ...AREA, height: 1 }, width: 10 })).toEqual({
    width: 10,
    height: 1,
  });
});

test('the chosen width stays as long as the crop area has it', () => {
  const edits = { ...noEdits(PICTURE), area: AREA, width: 80 };
  expect(cropped(edits, { ...AREA })).toBe(edits);
  expect(cropped(edits, { ...AREA, x: 0 })).toEqual({ ...edits, area: { ...AREA, x: 0 } });
  expect(cropped(edits, { ...AREA, width: 79 }).width).toBeUndefined();
  const upright = rotate(edits, 1, PICTURE);
  expect(sizeOfResult(upright)).toEqual({ width: 48, height: 80 });
  expect(sizeOfResult(rotate(upright, 3, PICTURE))).toEqual({ width: 80, height: 48 });
});
