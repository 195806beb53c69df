import { LIMITS, type UploadId, type UploadView } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Job } from './job.ts';
import type { LanePort } from './lane-port.ts';
import { createJournalReader } from '../journal/journal-reader.ts';
import type { BlockedBy, Transfer } from '../model/machine.ts';

type OnFound = (upload: UploadView, blockedBy: BlockedBy) => void;

/**
 * Uploads started on the person's other devices. The server reports which device runs an upload, because device clocks
 * differ.
 */
export class OtherDevices {
  readonly #lane: LanePort;
  readonly #jobs: ReadonlyMap<string, Job>;
  readonly #onFound: OnFound;
  #listed: ReadonlySet<UploadId> | undefined;
  #isPolling = false;

  constructor(lane: LanePort, jobs: ReadonlyMap<string, Job>, onFound: OnFound) {
    this.#lane = lane;
    this.#jobs = jobs;
    this.#onFound = onFound;
  }

  /** Polls once, then every minute while another device is uploading. */
  async poll(): Promise<void> {
    const isActiveElsewhere = await this.#pollOnce();
    if (!isActiveElsewhere || this.#isPolling) return;
    this.#isPolling = true;
    void this.#keepPolling();
  }

  async #keepPolling(): Promise<void> {
    const { ports, session } = this.#lane;
    try {
      do await ports.sleep(LIMITS.uploadHeartbeatEveryMs, session);
      while (await this.#pollOnce());
      this.#isPolling = false;
    } catch (error) {
      if (!session.aborted) throw error;
    }
  }

  async #pollOnce(): Promise<boolean> {
    const { ports, session } = this.#lane;
    const isKnown = await ports.journal().reader(createJournalReader)?.knownUploads();
    const listed = await ports.api.listUploads(session);
    if (session.aborted) return false;
    if (!listed.ok)
      return this.#foreignJobs().some(({ transfer }) => transfer.blockedBy === 'active_elsewhere');
    const { uploads } = listed.value;
    const here = new Map(Array.from(this.#jobs.values(), (job) => [job.transfer.uploadId, job]));
    const isOther = (upload: UploadView): boolean => {
      const job = here.get(upload.id);
      return job === undefined ? isKnown?.(upload) !== true : isForeign(job.transfer);
    };
    const others = uploads.filter(({ upload }) => isOther(upload));
    for (const { upload, isActive } of others) {
      const blockedBy = isActive ? 'active_elsewhere' : 'other_device';
      const job = here.get(upload.id);
      if (job !== undefined) this.#lane.report(job, { type: 'blocked', blockedBy });
      else if (!isActive || this.#isLasting(upload)) this.#onFound(upload, blockedBy);
    }
    this.#listed = new Set(uploads.map(({ upload }) => upload.id));
    await this.#finishMissing(this.#listed);
    return others.some(({ isActive }) => isActive);
  }

  /**
   * False for small uploads, and for uploads newer than the last poll, which may be this page's own with a pending
   * response.
   */
  #isLasting({ id, partCount }: UploadView): boolean {
    return partCount > 1 && this.#listed?.has(id) !== false;
  }

  /** Uploads that are no longer open were committed or discarded. */
  async #finishMissing(open: ReadonlySet<UploadId>): Promise<void> {
    // A full list may be truncated, so missing uploads prove nothing.
    if (open.size >= LIMITS.uploadsListed) return;
    const over = this.#foreignJobs().flatMap((job) => {
      const { uploadId } = job.transfer;
      return uploadId === undefined || open.has(uploadId) ? [] : [{ job, uploadId }];
    });
    const some = over.slice(0, LIMITS.uploadBatchMax);
    if (some.length === 0) return;
    const ids = some.map(({ uploadId }) => uploadId);
    const { ports, session, report } = this.#lane;
    const answer = await ports.api.completeUploads(ids, [], session);
    if (!answer.ok || session.aborted) return;
    for (const [index, { job }] of some.entries()) {
      const item = answer.value.items[index];
      if (item?.outcome === 'committed')
        report(job, { type: 'ended', outcome: ok({ kind: 'committed', node: item.node }) });
      else report(job, { type: 'cancelled' });
    }
  }

  #foreignJobs(): readonly Job[] {
    return [...this.#jobs.values()].filter(({ transfer }) => isForeign(transfer));
  }
}

function isForeign({ phase, blockedBy }: Transfer): boolean {
  return phase === 'interrupted' && (blockedBy === 'other_device' || blockedBy === 'active_elsewhere');
}
