import { LIMITS, type UploadId, type UploadView } from '@coffer/contracts';
import type { Job, LaneHost } from './job.ts';
import { readerOf } from './keep-restore.ts';
import type { Lack, Transfer } from './machine.ts';

interface ElsewhereHost extends LaneHost {
  readonly jobs: ReadonlyMap<string, Job>;
}

type Enter = (upload: UploadView, lack: Lack) => void;

/** What becomes of uploads that other devices of the person have begun. Who is at what is for the server to say: clocks of devices differ. */
export class Elsewhere {
  readonly #host: ElsewhereHost;
  readonly #enter: Enter;
  /** What was listed last. */
  #listed: ReadonlySet<UploadId> | undefined;
  /** Ends with the sign-out. */
  #watched: AbortSignal | undefined;

  /** `enter` shows an upload that is new here. */
  constructor(host: ElsewhereHost, enter: Enter) {
    this.#host = host;
    this.#enter = enter;
  }

  /** Looks, and from then on once a minute while another device is at something. */
  async look(): Promise<void> {
    const { life } = this.#host;
    const goesOn = await this.#lookOnce(life);
    if (!goesOn || this.#watched === life) return;
    this.#watched = life;
    void this.#watch(life);
  }

  /** Of another person nothing is known. */
  clear(): void {
    this.#listed = undefined;
  }

  async #watch(life: AbortSignal): Promise<void> {
    try {
      do await this.#host.ports.sleep(LIMITS.uploadHoldEveryMs, life);
      while (await this.#lookOnce(life));
      this.#watched = undefined;
    } catch (error) {
      if (!life.aborted) throw error;
    }
  }

  /** Whether another device is at something, as far as is known. */
  async #lookOnce(life: AbortSignal): Promise<boolean> {
    const { ports } = this.#host;
    const isKnown = await ports.keep().reader(readerOf)?.knownUploads();
    const listed = await ports.api.listUploads(life);
    if (life.aborted) return false;
    if (!listed.ok) return this.#begunElsewhere().some(({ transfer }) => transfer.lack === 'held');
    const { uploads } = listed.value;
    const here = new Map(Array.from(this.#host.jobs.values(), (job) => [job.transfer.uploadId, job]));
    const isOther = (upload: UploadView): boolean => {
      const job = here.get(upload.id);
      return job === undefined ? isKnown?.(upload) !== true : isForeign(job.transfer);
    };
    const others = uploads.filter(({ upload }) => isOther(upload));
    for (const { upload, isActive } of others) {
      const lack = isActive ? 'held' : 'elsewhere';
      const job = here.get(upload.id);
      if (job !== undefined) this.#host.apply(job, { type: 'missed', lack });
      else if (!isActive || this.#isLasting(upload)) this.#enter(upload, lack);
    }
    this.#listed = new Set(uploads.map(({ upload }) => upload.id));
    await this.#settleOver(this.#listed, life);
    return others.some(({ isActive }) => isActive);
  }

  /** What goes by in a moment is not shown; nor what was begun since the last look, perhaps here: its answer may be on its way. */
  #isLasting({ id, partCount }: UploadView): boolean {
    return partCount > 1 && this.#listed?.has(id) !== false;
  }

  /** What is open no more has arrived, or was given up. */
  async #settleOver(open: ReadonlySet<UploadId>, life: AbortSignal): Promise<void> {
    // Of a full list nobody knows what is behind its end.
    if (open.size >= LIMITS.uploadsListed) return;
    const over = this.#begunElsewhere().flatMap((job) => {
      const { uploadId } = job.transfer;
      return uploadId === undefined || open.has(uploadId) ? [] : [{ job, uploadId }];
    });
    const some = over.slice(0, LIMITS.uploadBatchMax);
    if (some.length === 0) return;
    const ids = some.map(({ uploadId }) => uploadId);
    const answer = await this.#host.ports.api.completeUploads(ids, [], life);
    if (!answer.ok || life.aborted) return;
    for (const [index, { job }] of some.entries()) {
      const item = answer.value.items[index];
      if (item?.outcome === 'committed') this.#host.arrived(job, item.node);
      else this.#host.apply(job, { type: 'cancelled' });
    }
  }

  #begunElsewhere(): readonly Job[] {
    return [...this.#host.jobs.values()].filter(({ transfer }) => isForeign(transfer));
  }
}

function isForeign({ phase, lack }: Transfer): boolean {
  return phase === 'interrupted' && (lack === 'elsewhere' || lack === 'held');
}
