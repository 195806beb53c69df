import { type FileHandle, open, readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { assert, defined, KIB } from '@coffer/kit';
import { DiskFailure, type Durable, errorCode, removeIfThere } from '../durable/durable.ts';
import { newId } from '../ids.ts';
import { KeyLock } from '../keys/key-lock.ts';
import type { Layout } from '../layout.ts';
import {
  type Frame,
  frameOf,
  type PackHead,
  type PackPosition,
  readPackHead,
  slotsIn,
  stateOf,
  statesWithout,
  writePack,
} from './pack-file.ts';

const FIRST_READ_BYTES = 8 * KIB;

export class PackFolder {
  readonly #layout: Layout;
  readonly #durable: Durable;
  readonly #onNotShrunk: (error: unknown) => void;
  readonly #locks = new KeyLock();
  readonly #pendingRemovals = new Map<
    string,
    { readonly slots: Set<number>; readonly done: Promise<void> }
  >();

  constructor(layout: Layout, durable: Durable, onNotShrunk: (error: unknown) => void) {
    this.#layout = layout;
    this.#durable = durable;
    this.#onNotShrunk = onNotShrunk;
  }

  /** Writes records durably to a new pack and returns its name. Throws NoSpace. */
  async write(bucket: string, frames: readonly Frame[]): Promise<string> {
    const pack = newId();
    const { folder, file } = this.#layout.pack(bucket, pack);
    await this.#durable.ensureFolder(folder);
    await this.#durable.commitFile(file, writePack(bucket, frames));
    return pack;
  }

  async read(bucket: string, { pack, slot }: PackPosition): Promise<Buffer> {
    const handle = await open(this.#layout.pack(bucket, pack).file, 'r');
    try {
      const first = await readAt(handle, 0, FIRST_READ_BYTES);
      const head = await headOf(handle, first);
      assert(head.bucket === bucket && stateOf(head, slot) === 'live', 'the pack does not match the index');
      const { at, length } = frameOf(head, slot);
      if (at + length <= first.length) return first.subarray(at, at + length);
      const frame = await readAt(handle, at, length);
      assert(frame.length === length, 'the pack is shorter than its head says');
      return frame;
    } finally {
      await handle.close();
    }
  }

  /** Removes a record durably. Calls in the same tick, or while the pack is busy, are batched. */
  async remove(bucket: string, { pack, slot }: PackPosition): Promise<void> {
    const { file } = this.#layout.pack(bucket, pack);
    const waiting = this.#pendingRemovals.get(file);
    if (waiting !== undefined) {
      waiting.slots.add(slot);
      return waiting.done;
    }
    const slots = new Set([slot]);
    const done = this.#locks.run(file, async () => {
      await nextTurn();
      this.#pendingRemovals.delete(file);
      await this.#removeSlots(file, slots);
    });
    this.#pendingRemovals.set(file, { slots, done });
    return done;
  }

  async #removeSlots(file: string, slots: ReadonlySet<number>): Promise<void> {
    const head = await this.#markGone(file, slots);
    if (head === undefined) return;
    // The removal is committed. Freeing the space may fail and happen later.
    try {
      await this.#reclaim(file, head);
    } catch (error) {
      if (error instanceof DiskFailure) throw error;
      this.#onNotShrunk(error);
    }
  }

  async #markGone(file: string, slots: ReadonlySet<number>): Promise<PackHead | undefined> {
    const handle = await openIfThere(file);
    if (handle === undefined) return undefined;
    try {
      const head = await headOf(handle, await readAt(handle, 0, FIRST_READ_BYTES));
      const states = statesWithout(head, slots);
      await this.#durable.overwrite(handle, states, head.statesAt);
      return { ...head, states };
    } finally {
      await handle.close();
    }
  }

  async #reclaim(file: string, head: PackHead): Promise<void> {
    const live = slotsIn(head, 'live');
    // A pack with a slot of unknown state must stay.
    if (slotsIn(head, 'unknown').length > 0) return;
    // Needs no sync: a pack that reappears after a crash has no live slots.
    if (live.length === 0) await removeIfThere(file);
    else if (bytesOf(head, live) * 2 < bytesOf(head, head.lengths.keys())) await this.#shrink(file, head);
  }

  async #shrink(file: string, head: PackHead): Promise<void> {
    const content = await readFile(file);
    const frames = head.lengths.map((_, slot): Frame => {
      if (stateOf(head, slot) !== 'live') return undefined;
      const { at, length } = frameOf(head, slot);
      return [content.subarray(at, at + length)];
    });
    await this.#durable.commitFile(file, writePack(head.bucket, frames));
  }
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r+');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function headOf(handle: FileHandle, first: Buffer): Promise<PackHead> {
  const head = readPackHead(first) ?? readPackHead(await handle.readFile());
  return defined(head, 'the head of a pack could not be read');
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function bytesOf({ lengths }: PackHead, slots: Iterable<number>): number {
  let sum = 0;
  for (const slot of slots) sum += lengths[slot] ?? 0;
  return sum;
}
