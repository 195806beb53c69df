export { AssertionError, assert, defined } from './assert.ts';
export type { Brand } from './brand.ts';
export { type Clock, systemClock } from './clock.ts';
export { combineCrcs, type CrcAlgorithm, type CrcPart } from './combine-crcs.ts';
export { crc64Nvme, createCrc64 } from './crc64-nvme.ts';
export { eachAtOnce } from './each-at-once.ts';
export { parseJson } from './parse-json.ts';
export { err, ok, type Result } from './result.ts';
export { DAY_MS, GB, GIB, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS, TIB } from './units.ts';
