import { err, MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import type { TransferPorts } from '../send/ports.ts';
import type { PutOutcome } from '../worker/worker-api.ts';
import { file, target } from './entries.world.ts';
import { createWorld, settled } from './transfer.world.ts';

/** Seeded LCG in [0, 1). @see https://www.pcg-random.org/ */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const PUT_FAULTS: readonly PutOutcome[] = [
  { kind: 'unreachable' },
  { kind: 'refused', status: 503, code: 'SlowDown' },
  { kind: 'refused', status: 403, code: 'AccessDenied' },
  { kind: 'refused', status: 400, code: 'BadDigest' },
  { kind: 'refused', status: 500, code: 'InternalError' },
];
const CALL_FAULTS = ['network', 'timed_out', 'unreadable_answer', 'rate_limited', 'store_unavailable'];

function unreliable(ports: TransferPorts, random: () => number): TransferPorts {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const shaky =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A) => {
      const fate = random();
      const fault = err({ code: pick(CALL_FAULTS) ?? 'network' });
      if (fate < 0.1) return fault;
      const answer = await call(...args);
      return fate < 0.2 ? fault : answer;
    };
  const { api } = ports;
  return {
    ...ports,
    random,
    put: async (part, body, options) => {
      const fate = random();
      if (fate < 0.15) return pick(PUT_FAULTS) ?? { kind: 'unreachable' };
      const outcome = await ports.put(part, body, options);
      return fate < 0.2 ? { kind: 'unreachable' } : outcome;
    },
    api: {
      ...api,
      createFolder: shaky(api.createFolder),
      createUpload: shaky(api.createUpload),
      createUploads: shaky(api.createUploads),
      signParts: shaky(api.signParts),
      getUpload: shaky(api.getUpload),
      completeUpload: shaky(api.completeUpload),
      completeUploads: shaky(api.completeUploads),
    },
  };
}

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'with random failures, every file is uploaded whole and once (seed %i)',
  async (seed) => {
    const world = createWorld({ takesBundles: seed % 2 === 0 });
    const engine = createTransferEngine(unreliable(world.ports, randomOf(seed)));
    const film = Buffer.alloc(20 * MIB, seed);
    engine.add(target, [
      ...Array.from({ length: 120 }, (_, index) =>
        file([`${index % 4}`, `${index}.txt`], `content ${index}`),
      ),
      file(['film.bin'], film),
    ]);
    await settled(engine);
    for (let tries = 0; tries < 5 && engine.view().summary.failed > 0; tries += 1) {
      engine.retryAll();
      await settled(engine);
    }
    expect(engine.view().summary).toMatchObject({ done: 121, failed: 0, open: 0 });
    const names = world.committed().map(({ name }) => name);
    expect(new Set(names).size).toBe(121);
    expect(names).toHaveLength(121);
    expect(world.created).toBe(121);
    const parts = [...world.stored.values()].find(({ size }) => size === 3);
    expect(Buffer.concat([1, 2, 3].map((number) => parts?.get(number) ?? Buffer.alloc(0))).equals(film)).toBe(
      true,
    );
  },
);
