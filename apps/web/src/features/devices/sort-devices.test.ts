import { expect, test } from 'vitest';
import { type Device, sortDevices } from './sort-devices.ts';

const device = (facts: Partial<Device>): Device => ({
  id: 'a',
  isCurrent: false,
  device: 'Firefox',
  address: '',
  issuer: null,
  signedInAt: '2026-01-01T00:00:00Z',
  lastSeenAt: '2026-11-01T00:00:00Z',
  expiresAt: '2026-12-01T00:00:00Z',
  ...facts,
});

test('use changes no places: this device comes first, then the newest', () => {
  const old = device({ lastSeenAt: '2026-11-02T00:00:00Z' });
  const newer = device({ signedInAt: '2026-02-01T00:00:00Z' });
  const own = device({ signedInAt: '2025-01-01T00:00:00Z', isCurrent: true });
  expect(sortDevices([old, newer, own])).toEqual([own, newer, old]);
  const used = { ...newer, lastSeenAt: '2026-11-05T00:00:00Z' };
  expect(sortDevices([used, own, old])).toEqual([own, used, old]);
});
