import { assert, defined } from '@coffer/kit';
import { readSealedText, writeRecord } from '../durable/record-file.ts';
import { FORMAT_VERSION, packHeadSchema } from '../records.ts';

/**
 * `<32 hex>.pack` contains many small objects: a line of lengths, one state byte per object, and the content
 * of each record file. One sync and rename commit all; a removal overwrites one byte, which is atomic and
 * works on a full disk.
 */
export const PACK_SUFFIX = '.pack';

/** More than one bit differs, so no single bit flip turns one into the other. */
const LIVE = 0x4c;
const GONE = 0xb3;
const LINE_END = 0x0a;

export interface PackPosition {
  readonly pack: string;
  readonly slot: number;
}

export interface PackHead {
  readonly bucket: string;
  readonly lengths: readonly number[];
  readonly states: Buffer;
  readonly statesAt: number;
}

export type Frame = readonly Uint8Array[] | undefined;

export function writePack(bucket: string, frames: readonly Frame[]): Buffer {
  const lengths = frames.map((frame) => (frame ?? []).reduce((sum, piece) => sum + piece.length, 0));
  const head = Buffer.from(`${writeRecord({ version: FORMAT_VERSION, bucket, lengths })}\n`);
  const states = Buffer.from(frames.map((frame) => (frame === undefined ? GONE : LIVE)));
  return Buffer.concat([head, states, ...frames.flatMap((frame) => frame ?? [])]);
}

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

export function statesWithout({ states }: PackHead, slots: Iterable<number>): Buffer {
  const changed = Buffer.from(states);
  for (const slot of slots) {
    assert(slot < changed.length, 'the slot is outside of its pack');
    changed[slot] = GONE;
  }
  return changed;
}

export function frameOf(
  { lengths, statesAt }: PackHead,
  slot: number,
): { readonly at: number; readonly length: number } {
  let at = statesAt + lengths.length;
  for (let i = 0; i < slot; i += 1) at += lengths[i] ?? 0;
  return { at, length: defined(lengths[slot], 'the slot is outside of its pack') };
}
