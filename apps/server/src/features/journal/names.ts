import { INSTALLATION, shortId } from './model.ts';

// A name contains what is needed from a list alone, and the beginning of the hash of its object.

export const HASH_DIGITS = 16;
const SEQUENCE_DIGITS = 12;
const SEGMENT = /^([0-9a-f-]{36}|installation)\/(\d{12})-([0-9a-f]{12})-([0-9a-f]{16})\.jsonl$/;
const SNAPSHOT = /^(\d{8}t\d{9}z)-([0-9a-f]{12})-(\d{12})-([0-9a-f]{16})\.jsonl\.gz$/;
const PART = /^parts\/(\d{8}t\d{9}z)-([0-9a-f]{12})\//;

export interface SegmentName {
  readonly name: string;
  readonly place: string;
  readonly sequence: number;
  readonly journal: string;
  readonly hash: string;
}

export interface SnapshotName {
  readonly name: string;
  readonly time: string;
  readonly journal: string;
  readonly sequence: number;
  readonly hash: string;
}

const padded = (sequence: number): string => String(sequence).padStart(SEQUENCE_DIGITS, '0');

export function segmentName(of: {
  readonly place: string;
  readonly sequence: number;
  readonly journalId: string;
  readonly sha256: string;
}): string {
  const { place, sequence, journalId, sha256 } = of;
  return `${place}/${padded(sequence)}-${shortId(journalId)}-${sha256.slice(0, HASH_DIGITS)}.jsonl`;
}

export function parseSegmentName(name: string): SegmentName | undefined {
  const [, place, sequence, journal, hash] = SEGMENT.exec(name) ?? [];
  if (place === undefined || journal === undefined || hash === undefined) return undefined;
  return { name, place, sequence: Number(sequence), journal, hash };
}

/** A name that sorts before all segments after `sequence`, and after all others. */
export function behindSequence(sequence: number): string {
  return `${INSTALLATION}/${padded(sequence)}-~`;
}

export function timeName(at: Date): string {
  return at.toISOString().replaceAll(/[-:.]/g, '').toLowerCase();
}

export function snapshotName(of: {
  readonly time: string;
  readonly journalId: string;
  readonly sequence: number;
  readonly sha256: string;
}): string {
  const { time, journalId, sequence, sha256 } = of;
  return `${time}-${shortId(journalId)}-${padded(sequence)}-${sha256.slice(0, HASH_DIGITS)}.jsonl.gz`;
}

export function parseSnapshotName(name: string): SnapshotName | undefined {
  const [, time, journal, sequence, hash] = SNAPSHOT.exec(name) ?? [];
  if (time === undefined || journal === undefined || hash === undefined) return undefined;
  return { name, time, journal, sequence: Number(sequence), hash };
}

export function partName(of: {
  readonly time: string;
  readonly journalId: string;
  readonly number: number;
  readonly sha256: string;
}): string {
  const { time, journalId, number, sha256 } = of;
  const file = `${String(number).padStart(6, '0')}-${sha256.slice(0, HASH_DIGITS)}.jsonl.gz`;
  return `parts/${time}-${shortId(journalId)}/${file}`;
}

export function parsePartName(name: string): { readonly time: string; readonly journal: string } | undefined {
  const [, time, journal] = PART.exec(name) ?? [];
  return time === undefined || journal === undefined ? undefined : { time, journal };
}
