// What a browser keeps, and the end of a page, for tests of uploads that go on afterwards.
import type { Keep, KeptBatch, KeptQuestion } from './keep.ts';
import { knownBy } from './keep-restore.ts';
import type { TransferPorts } from './ports.ts';

/** The promises of a keep, in memory. What one page wrote the next one finds; only one of them has a batch at a time. */
export function createMemory() {
  const batches = new Map<string, KeptBatch>();
  const page = (): Keep => {
    const driven = new Set<string>();
    const change = (id: string, next: (batch: KeptBatch) => KeptBatch): void => {
      const batch = batches.get(id);
      if (batch !== undefined && driven.has(id)) batches.set(id, next(batch));
    };
    const write = (id: string, question: KeptQuestion): void =>
      change(id, (batch) => ({
        ...batch,
        questions: [...batch.questions.filter(({ key }) => key !== question.key), question],
      }));
    return {
      begin: (batch) => {
        driven.add(batch.id);
        batches.set(batch.id, { ...batch, questions: [], renamings: [] });
      },
      asking: async (id, question) => {
        change(id, (batch) => ({
          ...batch,
          questions: batch.questions.filter((one) => !isWithin(one, question)),
        }));
        write(id, question);
      },
      told: write,
      renamed: (id, renamings) =>
        change(id, (batch) => ({ ...batch, renamings: [...batch.renamings, ...renamings] })),
      ended: (id, number) => {
        change(id, (batch) => ({
          ...batch,
          entries: new Map([...batch.entries].filter(([one]) => one !== number)),
        }));
        if (batches.get(id)?.entries.size === 0) batches.delete(id);
      },
      reader: () => ({
        restore: (onFound) => {
          for (const batch of batches.values()) {
            driven.add(batch.id);
            // In any order: a database knows none.
            onFound({ ...batch, questions: batch.questions.toReversed() });
          }
        },
        knownUploads: async () => knownBy([...batches.values()].flatMap(({ questions }) => questions)),
      }),
      close: () => driven.clear(),
    };
  };
  return { page, kept: () => batches.size };
}

/** Whatever was asked there is asked anew. */
function isWithin(earlier: KeptQuestion, later: KeptQuestion): boolean {
  return earlier.numbers.every((number) => later.numbers.includes(number));
}

/** Ports of a page that ends without a word: from then on nothing comes back to it, and nothing leaves it. */
export function mortal(ports: TransferPorts): { readonly ports: TransferPorts; readonly kill: () => void } {
  const death = new AbortController();
  const never = new Promise<never>(() => undefined);
  const whileAlive =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>): ((...args: A) => Promise<T>) =>
    async (...args) => {
      if (death.signal.aborted) return await never;
      const answer = await call(...args);
      return death.signal.aborted ? await never : answer;
    };
  const { api, keep } = ports;
  return {
    kill: () => {
      death.abort();
      keep().close();
    },
    ports: {
      ...ports,
      hash: whileAlive(ports.hash),
      // What was on its way is cut off.
      put: whileAlive((part, body, options) =>
        ports
          .put(part, body, { ...options, signal: AbortSignal.any([options.signal, death.signal]) })
          .catch((error: unknown) => (death.signal.aborted ? never : Promise.reject(error))),
      ),
      sleep: whileAlive(ports.sleep),
      api: {
        createFolder: whileAlive(api.createFolder),
        createUpload: whileAlive(api.createUpload),
        createUploads: whileAlive(api.createUploads),
        signUploads: whileAlive(api.signUploads),
        signParts: whileAlive(api.signParts),
        getUpload: whileAlive(api.getUpload),
        listUploads: whileAlive(api.listUploads),
        completeUpload: whileAlive(api.completeUpload),
        completeUploads: whileAlive(api.completeUploads),
        abortUpload: whileAlive(api.abortUpload),
      },
    },
  };
}
