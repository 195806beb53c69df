import { LIMITS, type UploadId, type UploadView } from '@coffer/contracts';
import type { Job, LaneHost } from './job.ts';
import { createJournalReader } from '../journal/journal-reader.ts';
import type { BlockedBy, Transfer } from '../model/machine.ts';

interface OtherDevicesHost extends LaneHost {
  readonly jobs: ReadonlyMap<string, Job>;
}

type AddUpload = (upload: UploadView, blockedBy: BlockedBy) => void;

/**
 * Uploads begun on the person's other devices. The server says which device runs an upload, because device clocks
 * differ.
 */
export class OtherDevices {
  readonly #host: OtherDevicesHost;
  readonly #addUpload: AddUpload;
  #listed: ReadonlySet<UploadId> | undefined;
  /** Aborts at sign-out. */
  #polledSession: AbortSignal | undefined;

  constructor(host: OtherDevicesHost, enter: AddUpload) {
    this.#host = host;
    this.#addUpload = enter;
  }

  /** Polls once, then every minute while another device is uploading. */
  async poll(): Promise<void> {
    const { session } = this.#host;
    const isActiveElsewhere = await this.#pollOnce(session);
    if (!isActiveElsewhere || this.#polledSession === session) return;
    this.#polledSession = session;
    void this.#keepPolling(session);
  }

  clear(): void {
    this.#listed = undefined;
  }

  async #keepPolling(life: AbortSignal): Promise<void> {
    try {
      do await this.#host.ports.sleep(LIMITS.uploadHeartbeatEveryMs, life);
      while (await this.#pollOnce(life));
      this.#polledSession = undefined;
    } catch (error) {
      if (!life.aborted) throw error;
    }
  }

  async #pollOnce(life: AbortSignal): Promise<boolean> {
    const { ports } = this.#host;
    const isKnown = await ports.journal().reader(createJournalReader)?.knownUploads();
    const listed = await ports.api.listUploads(life);
    if (life.aborted) return false;
    if (!listed.ok)
      return this.#foreignJobs().some(({ transfer }) => transfer.blockedBy === 'active_elsewhere');
    const { uploads } = listed.value;
    const here = new Map(Array.from(this.#host.jobs.values(), (job) => [job.transfer.uploadId, job]));
    const isOther = (upload: UploadView): boolean => {
      const job = here.get(upload.id);
      return job === undefined ? isKnown?.(upload) !== true : isForeign(job.transfer);
    };
    const others = uploads.filter(({ upload }) => isOther(upload));
    for (const { upload, isActive } of others) {
      const blockedBy = isActive ? 'active_elsewhere' : 'other_device';
      const job = here.get(upload.id);
      if (job !== undefined) this.#host.apply(job, { type: 'blocked', blockedBy });
      else if (!isActive || this.#isLasting(upload)) this.#addUpload(upload, blockedBy);
    }
    this.#listed = new Set(uploads.map(({ upload }) => upload.id));
    await this.#finishMissing(this.#listed, life);
    return others.some(({ isActive }) => isActive);
  }

  /**
   * Hides small uploads, and uploads newer than the last poll: those may be this page's, with the answer still under
   * way.
   */
  #isLasting({ id, partCount }: UploadView): boolean {
    return partCount > 1 && this.#listed?.has(id) !== false;
  }

  /** Uploads that are no longer open were committed or discarded. */
  async #finishMissing(open: ReadonlySet<UploadId>, life: AbortSignal): Promise<void> {
    // A full list may be truncated.
    if (open.size >= LIMITS.uploadsListed) return;
    const over = this.#foreignJobs().flatMap((job) => {
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
      if (item?.outcome === 'committed') this.#host.setCommitted(job, item.node);
      else this.#host.apply(job, { type: 'cancelled' });
    }
  }

  #foreignJobs(): readonly Job[] {
    return [...this.#host.jobs.values()].filter(({ transfer }) => isForeign(transfer));
  }
}

function isForeign({ phase, blockedBy }: Transfer): boolean {
  return phase === 'interrupted' && (blockedBy === 'other_device' || blockedBy === 'active_elsewhere');
}
