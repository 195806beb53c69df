import { defined, MIB } from '@coffer/kit';
import type { Frame, PackPosition } from './pack-file.ts';
import type { PackFolder } from './pack-folder.ts';

export const PACK_OBJECTS_MAX = 64;
const PACK_BYTES_MAX = MIB;
const AT_ONCE = 2;

interface Waiting {
  readonly frame: readonly Uint8Array[];
  readonly bytes: number;
  readonly resolve: (place: PackPosition | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface BucketQueue {
  readonly waiting: Waiting[];
  running: number;
}

export class PackQueue {
  readonly #packs: Pick<PackFolder, 'write'>;
  readonly #queues = new Map<string, BucketQueue>();

  constructor(packs: Pick<PackFolder, 'write'>) {
    this.#packs = packs;
  }

  /**
   * Resolves when the record is durable, or with undefined if no other record shares the pack, in which case nothing is
   * written. Throws NoSpace.
   */
  add(bucket: string, frame: readonly Uint8Array[]): Promise<PackPosition | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<PackPosition | undefined>();
    const queue = this.#queues.get(bucket) ?? { waiting: [], running: 0 };
    this.#queues.set(bucket, queue);
    const bytes = frame.reduce((sum, piece) => sum + piece.length, 0);
    queue.waiting.push({ frame, bytes, resolve, reject });
    if (queue.running < AT_ONCE) {
      queue.running += 1;
      setImmediate(() => void this.#run(bucket, queue));
    }
    return promise;
  }

  async #run(bucket: string, queue: BucketQueue): Promise<void> {
    for (let group = takeGroup(queue.waiting); group.length > 0; group = takeGroup(queue.waiting)) {
      await this.#write(bucket, group);
    }
    queue.running -= 1;
    if (queue.running === 0) this.#queues.delete(bucket);
  }

  async #write(bucket: string, group: readonly Waiting[]): Promise<void> {
    try {
      if (group.length === 1) return defined(group[0], 'the group is empty').resolve(undefined);
      const pack = await this.#packs.write(
        bucket,
        group.map(({ frame }): Frame => frame),
      );
      for (const [slot, { resolve }] of group.entries()) resolve({ pack, slot });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

function takeGroup(waiting: Waiting[]): readonly Waiting[] {
  let count = 0;
  for (let bytes = 0; count < Math.min(waiting.length, PACK_OBJECTS_MAX); count += 1) {
    bytes += waiting[count]?.bytes ?? 0;
    if (count > 0 && bytes > PACK_BYTES_MAX) break;
  }
  return waiting.splice(0, count);
}
