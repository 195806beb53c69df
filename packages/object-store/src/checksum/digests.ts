import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { assert, createCrc64, defined } from '@coffer/kit';
import { createCRC32, type IHasher } from 'hash-wasm';
import type { ChecksumAlgorithm } from './algorithms.ts';

export type DigestName = ChecksumAlgorithm | 'md5';

/** Castagnoli, reflected. @see https://www.rfc-editor.org/rfc/rfc3720#appendix-B.4 */
const CRC32C_POLYNOMIAL = 0x82f63b78;

export class Digests {
  readonly #running: ReadonlyMap<DigestName, RunningDigest>;

  private constructor(running: ReadonlyMap<DigestName, RunningDigest>) {
    this.#running = running;
  }

  static async start(names: Iterable<DigestName>): Promise<Digests> {
    const running = new Map<DigestName, RunningDigest>();
    for (const name of new Set(names)) running.set(name, await startDigest(name));
    return new Digests(running);
  }

  update(bytes: Uint8Array): void {
    for (const digest of this.#running.values()) digest.update(bytes);
  }

  finish(): FinishedDigests {
    return new FinishedDigests(new Map([...this.#running].map(([name, digest]) => [name, digest.finish()])));
  }
}

export class FinishedDigests {
  readonly #values: ReadonlyMap<DigestName, Buffer>;

  constructor(values: ReadonlyMap<DigestName, Buffer>) {
    this.#values = values;
  }

  has(name: DigestName): boolean {
    return this.#values.has(name);
  }

  get(name: DigestName): Buffer {
    return defined(this.#values.get(name), 'the digest was not requested');
  }
}

export async function digestOf(name: DigestName, bytes: Uint8Array): Promise<Buffer> {
  const digests = await Digests.start([name]);
  digests.update(bytes);
  return digests.finish().get(name);
}

interface RunningDigest {
  update(bytes: Uint8Array): void;
  finish(): Buffer;
}

async function startDigest(name: DigestName): Promise<RunningDigest> {
  switch (name) {
    case 'md5':
    case 'sha1':
    case 'sha256':
      return fromHash(createHash(name));
    case 'crc32':
      return startCrc32();
    case 'crc32c':
      return fromWasm(await createCRC32(CRC32C_POLYNOMIAL));
    case 'crc64nvme':
      return startCrc64();
  }
}

function fromHash(hash: Hash): RunningDigest {
  return { update: (bytes) => void hash.update(bytes), finish: () => hash.digest() };
}

function fromWasm(hasher: IHasher): RunningDigest {
  hasher.init();
  return { update: (bytes) => void hasher.update(bytes), finish: () => Buffer.from(hasher.digest('binary')) };
}

function startCrc64(): RunningDigest {
  const { update, digest } = createCrc64();
  return { update, finish: () => Buffer.from(digest()) };
}

function startCrc32(): RunningDigest {
  let value = 0;
  return {
    update: (bytes) => {
      value = crc32(bytes, value);
    },
    finish: () => {
      assert(value >= 0, 'zlib returned a negative CRC');
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    },
  };
}
