import type { SessionList } from '@coffer/contracts';

export type Device = SessionList['items'][number];

/** This device, then the newest. Use changes no places, so that no device moves under the pointer. */
export function sortDevices(devices: readonly Device[]): readonly Device[] {
  return devices.toSorted(
    (a, b) =>
      Number(b.isCurrent) - Number(a.isCurrent) ||
      Date.parse(b.signedInAt) - Date.parse(a.signedInAt) ||
      (a.id < b.id ? -1 : 1),
  );
}
