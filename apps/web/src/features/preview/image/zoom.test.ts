import { expect, test } from 'vitest';
import { FITTED, type Zoom, zoom } from './zoom.ts';

const frame = { width: 800, height: 600 };

test('zooming in and out by the same number of steps restores the view', () => {
  const steps = [
    ...Array.from({ length: 4 }, () => 'in' as const),
    ...Array.from({ length: 4 }, () => 'out' as const),
  ];
  const end = steps.reduce<Zoom>((now, type) => zoom(now, { type }, frame), FITTED);
  expect(end.scale).toBeCloseTo(1);
  expect(end).toMatchObject({ x: 0, y: 0 });
});

test('the scale stays between fitted and sixteen times', () => {
  expect(zoom(FITTED, { type: 'out' }, frame).scale).toBe(1);
  expect(zoom(FITTED, { type: 'scaled', by: 1_000, at: { x: 0, y: 0 } }, frame).scale).toBe(16);
});

test('the point under the pointer does not move', () => {
  const at = { x: 100, y: -50 };
  const before = zoom(FITTED, { type: 'scaled', by: 2, at: { x: 0, y: 0 } }, frame);
  const after = zoom(before, { type: 'scaled', by: 1.5, at }, frame);
  const point = (now: Zoom) => ({ x: (at.x - now.x) / now.scale, y: (at.y - now.y) / now.scale });
  expect(point(after).x).toBeCloseTo(point(before).x);
  expect(point(after).y).toBeCloseTo(point(before).y);
});

test('the image cannot be dragged out of its frame', () => {
  const large = zoom(FITTED, { type: 'scaled', by: 2, at: { x: 0, y: 0 } }, frame);
  expect(zoom(large, { type: 'moved', dx: 9_999, dy: -9_999 }, frame)).toEqual({ scale: 2, x: 400, y: -300 });
  expect(zoom(FITTED, { type: 'moved', dx: 10, dy: 10 }, frame)).toEqual(FITTED);
});

test('a double click zooms in at the point, and the next one resets', () => {
  const near = zoom(FITTED, { type: 'toggled', at: { x: 200, y: 0 } }, frame);
  expect(near).toEqual({ scale: 2, x: -200, y: 0 });
  expect(zoom(near, { type: 'toggled', at: { x: 0, y: 0 } }, frame)).toEqual(FITTED);
});
