import { beforeEach, expect, test } from 'vitest';
import { wipe } from '../../../lib/wipe.ts';
import { startScan, cancelScans, scannedCount, onScansChange, takeScanError } from './file-scan.ts';

beforeEach(() => {
  cancelScans();
  takeScanError();
});

test('a scan is visible from start to end with its count', () => {
  const seen: (number | undefined)[] = [];
  const leave = onScansChange(() => seen.push(scannedCount()));
  const scan = startScan();
  expect(scan.report(500)).toBe(true);
  scan.report(750);
  scan.report(600);
  scan.end();
  leave();
  scan.end();
  expect(seen).toEqual([0, 500, 750, 750, undefined]);
});

test('parallel scans are counted together and end separately', () => {
  const one = startScan();
  const other = startScan();
  one.report(3);
  other.report(4);
  expect(scannedCount()).toBe(7);
  one.end();
  expect(scannedCount()).toBe(4);
  expect([one.report(5), other.report(6), scannedCount()]).toEqual([false, true, 6]);
});

test('a cancelled scan no longer counts', () => {
  const scan = startScan();
  scan.report(3);
  cancelScans();
  expect([scan.report(4), scannedCount()]).toEqual([false, undefined]);
});

test('a sign-out cancels all scans', async () => {
  const scan = startScan();
  await wipe();
  expect(scan.report(3)).toBe(false);
});

test('a scan error is reported once, also to a listener that loads later', () => {
  startScan().end('code_unavailable');
  startScan().end();
  expect([takeScanError(), takeScanError()]).toEqual(['code_unavailable', undefined]);
});

test('a cancelled scan and a sign-out report no error', async () => {
  const scan = startScan();
  cancelScans();
  scan.end('code_unavailable');
  expect(takeScanError()).toBeUndefined();
  startScan().end('code_unavailable');
  await wipe();
  expect(takeScanError()).toBeUndefined();
});
