import { assert, defined } from '@coffer/kit';
import { readSealedText, writeRecord } from './record-file.ts';
import { FORMAT_VERSION, packHeadSchema } from './records.ts';

/**
 * [Note: Packs] `<32 hex>.pack` in a folder of manifests holds many small objects, each as the file of its record would: its line of JSON and its bytes.
 * Before them stands a line that says how long each is, and behind that line a byte for each: one sync and one rename make them all
 * durable, and an object is removed by changing its byte in place, for which a full disk has room. A byte is written whole or not at all.
 */
export const PACK_SUFFIX = '.pack';

/** No single flipped bit makes one of the other. */
const LIVE = 0x4c;
const GONE = 0xb3;
const LINE_END = 0x0a;

/** Where an object of a pack is. Slots keep their numbers. */
export interface PackPlace {
  readonly pack: string;
  readonly slot: number;
}

/** What a pack says of itself. */
export interface PackHead {
  readonly bucket: string;
  readonly lengths: readonly number[];
  readonly states: Buffer;
  /** Where the states begin. */
  readonly statesAt: number;
}

/** The record of an object and its bytes, in pieces; undefined where there was one. */
export type Frame = readonly Uint8Array[] | undefined;

/** The content of a pack. */
export function writePack(bucket: string, frames: readonly Frame[]): Buffer {
  const lengths = frames.map((frame) => (frame ?? []).reduce((sum, piece) => sum + piece.length, 0));
  const head = Buffer.from(`${writeRecord({ version: FORMAT_VERSION, bucket, lengths })}\n`);
  const states = Buffer.from(frames.map((frame) => (frame === undefined ? GONE : LIVE)));
  return Buffer.concat([head, states, ...frames.flatMap((frame) => frame ?? [])]);
}

/** The head at the beginning of a pack; undefined when it is not there whole, or not what was written. */
export function readPackHead(content: Buffer): PackHead | undefined {
  const end = content.indexOf(LINE_END);
  if (end === -1) return undefined;
  const head = packHeadSchema.safeParse(readSealedText(content.toString('utf8', 0, end))).data;
  const statesAt = end + 1;
  if (head === undefined || content.length < statesAt + head.lengths.length) return undefined;
  const states = Buffer.from(content.subarray(statesAt, statesAt + head.lengths.length));
  return { bucket: head.bucket, lengths: head.lengths, states, statesAt };
}

export type SlotState = 'live' | 'gone' | 'unknown';

export function stateOf({ states }: PackHead, slot: number): SlotState {
  const state = states[slot];
  if (state === LIVE) return 'live';
  return state === GONE ? 'gone' : 'unknown';
}

export function slotsIn(head: PackHead, state: SlotState): readonly number[] {
  return head.lengths.map((_, slot) => slot).filter((slot) => stateOf(head, slot) === state);
}

/** The states once these slots are gone. */
export function statesWithout({ states }: PackHead, slots: Iterable<number>): Buffer {
  const changed = Buffer.from(states);
  for (const slot of slots) {
    assert(slot < changed.length, 'a slot lies within its pack');
    changed[slot] = GONE;
  }
  return changed;
}

/** Where the record of a slot begins, and how long it is with its bytes. */
export function frameOf(
  { lengths, statesAt }: PackHead,
  slot: number,
): { readonly at: number; readonly length: number } {
  let at = statesAt + lengths.length;
  for (let i = 0; i < slot; i += 1) at += lengths[i] ?? 0;
  return { at, length: defined(lengths[slot], 'a slot lies within its pack') };
}
