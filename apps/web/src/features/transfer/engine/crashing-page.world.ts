import type {
  FullSpace,
  UploadJournal,
  JournalBatch,
  JournalReservation,
} from '../journal/upload-journal.ts';
import { knownUploadsIn } from '../journal/journal-reader.ts';
import type { UploadEntry } from '../model/transfer-engine.ts';
import type { TransferPorts } from '../send/ports.ts';
import { createTransferEngine } from './engine.ts';
import { target } from './entries.world.ts';
import { createWorld, until } from './transfer.world.ts';

/** One browser, whose pages share a journal and a server. */
export function createBrowser(world = createWorld()) {
  const journals = createMemoryJournal();
  const pagePorts = (ports: TransferPorts): TransferPorts => {
    const journal = journals.page();
    return { ...ports, journal: () => journal };
  };
  const openPage = (ports = world.ports) => crashable(pagePorts(ports));
  const nextPage = async (ports = world.ports) => {
    const engine = createTransferEngine(pagePorts(ports));
    await engine.restore();
    return engine;
  };
  /** Crashes the page once the store has `puts` parts. */
  const crashAfter = async (
    puts: number,
    entries: readonly UploadEntry[],
    ports = world.ports,
  ): Promise<void> => {
    const page = openPage(ports);
    let isOver = false;
    world.afterPut(puts, () => {
      page.crash();
      isOver = true;
    });
    createTransferEngine(page.ports).add(target, entries);
    await until(() => isOver);
  };
  /** Crashes the page after the store has all parts and before the server completes an upload. */
  const crashBeforeCompletion = async (entries: readonly UploadEntry[]): Promise<void> => {
    const page = openPage();
    let isReached = false;
    const completeUploads = (): Promise<never> => {
      isReached = true;
      return new Promise(() => undefined);
    };
    createTransferEngine({ ...page.ports, api: { ...page.ports.api, completeUploads } }).add(target, entries);
    await until(() => isReached);
    page.crash();
  };
  return { world, openPage, nextPage, crashAfter, crashBeforeCompletion, storedBatches: journals.batchCount };
}

/** An in-memory `UploadJournal`: pages share its content, and a batch has one owner at a time. */
function createMemoryJournal() {
  const batches = new Map<string, JournalBatch>();
  const refused = new Set<string>();
  const full = new Map<string, FullSpace>();
  const page = (): UploadJournal => {
    const owned = new Set<string>();
    const change = (id: string, next: (batch: JournalBatch) => JournalBatch): void => {
      const batch = batches.get(id);
      if (batch !== undefined && owned.has(id)) batches.set(id, next(batch));
    };
    const write = (id: string, reservation: JournalReservation): void =>
      change(id, (batch) => ({
        ...batch,
        reservations: [...batch.reservations.filter(({ key }) => key !== reservation.key), reservation],
      }));
    return {
      addBatch: (batch) => {
        owned.add(batch.id);
        batches.set(batch.id, { ...batch, reservations: [], renamings: [], full: new Map() });
      },
      recordRequest: async (id, reservation) => {
        change(id, (batch) => ({
          ...batch,
          reservations: batch.reservations.filter((one) => !isWithin(one, reservation)),
        }));
        write(id, reservation);
      },
      recordAnswer: write,
      recordRenames: (id, renamings) =>
        change(id, (batch) => ({ ...batch, renamings: [...batch.renamings, ...renamings] })),
      recordDecision: (id, decision) => change(id, (batch) => ({ ...batch, decision })),
      markFinished: (id, number) => {
        change(id, (batch) => ({
          ...batch,
          entries: new Map([...batch.entries].filter(([one]) => one !== number)),
        }));
        if (batches.get(id)?.entries.size === 0) batches.delete(id);
      },
      markRefused: (id, number, isRefused) => {
        if (!owned.has(id)) return;
        if (isRefused) refused.add(`${id} ${number}`);
        else refused.delete(`${id} ${number}`);
      },
      markFull: (id, number, space) => {
        if (!owned.has(id)) return;
        if (space === undefined) full.delete(`${id} ${number}`);
        else full.set(`${id} ${number}`, space);
      },
      reader: () => ({
        restore: (onFound) => {
          for (const batch of batches.values()) {
            const entries = new Map([...batch.entries].filter(([one]) => !refused.has(`${batch.id} ${one}`)));
            if (entries.size === 0) {
              batches.delete(batch.id);
              continue;
            }
            owned.add(batch.id);
            batches.set(batch.id, { ...batch, entries });
            // IndexedDB may return reservations in any order.
            const filled = [...entries.keys()].flatMap((one) => {
              const space = full.get(`${batch.id} ${one}`);
              return space === undefined ? [] : [[one, space] as const];
            });
            onFound({
              ...batch,
              entries,
              full: new Map(filled),
              reservations: batch.reservations.toReversed(),
            });
          }
        },
        knownUploads: async () =>
          knownUploadsIn([...batches.values()].flatMap(({ reservations }) => reservations)),
        isOwnedElsewhere: async () => false,
      }),
      close: () => owned.clear(),
    };
  };
  return { page, batchCount: () => batches.size };
}

function isWithin(earlier: JournalReservation, later: JournalReservation): boolean {
  return earlier.numbers.every((number) => later.numbers.includes(number));
}

/** Ports of a page that can crash: after `crash`, calls are neither sent nor answered. */
export function crashable(ports: TransferPorts): {
  readonly ports: TransferPorts;
  readonly crash: () => void;
} {
  const crashed = new AbortController();
  const never = new Promise<never>(() => undefined);
  const whileAlive =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>): ((...args: A) => Promise<T>) =>
    async (...args) => {
      if (crashed.signal.aborted) return await never;
      const answer = await call(...args);
      return crashed.signal.aborted ? await never : answer;
    };
  const { api, journal } = ports;
  return {
    crash: () => {
      crashed.abort();
      journal().close();
    },
    ports: {
      ...ports,
      reachServer: whileAlive(ports.reachServer),
      hash: whileAlive(ports.hash),
      put: whileAlive((part, body, options) =>
        ports
          .put(part, body, { ...options, signal: AbortSignal.any([options.signal, crashed.signal]) })
          .catch((error: unknown) => (crashed.signal.aborted ? never : Promise.reject(error))),
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
