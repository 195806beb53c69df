import type { NodeId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import { runWithCode } from '../send/run-with-code.ts';
import { failureOf, folderPathOf, type Job, type StartedJob } from './job.ts';
import type { LanePort, Outcome } from './lane-port.ts';

const AT_ONCE = { folder: 6, large: 4 };

const loadSingleFile = () => import('./single-file.ts');

type Kind = keyof typeof AT_ONCE;

/** The lane for empty folders, and for multipart or resumed files. */
export class OneByOneLane {
  readonly #lane: LanePort;
  readonly #queued: Readonly<Record<Kind, ReadonlySet<Job>>>;
  readonly #active = { folder: 0, large: 0 };

  constructor(lane: LanePort, queued: Readonly<Record<Kind, ReadonlySet<Job>>>) {
    this.#lane = lane;
    this.#queued = queued;
    // Preloads the code: small files interrupted by an outage continue in this lane, when the server could no longer
    // deliver it.
    void Promise.allSettled([loadSingleFile()]);
  }

  /** Starts the queued jobs that can run now. */
  runQueued(): void {
    if (this.#lane.session.aborted) return;
    for (const kind of ['folder', 'large'] as const) {
      for (const job of this.#queued[kind]) {
        if (this.#active[kind] >= AT_ONCE[kind]) break;
        this.#active[kind] += 1;
        void this.#run({ job, signal: job.abort.signal }).finally(() => {
          this.#active[kind] -= 1;
          this.runQueued();
        });
      }
    }
  }

  async #run(started: StartedJob): Promise<void> {
    const { job, signal } = started;
    this.#lane.report(job, { type: 'started' });
    try {
      const folder = await job.batch.folders.folderAt(folderPathOf(job));
      signal.throwIfAborted();
      const outcome = folder.ok ? await this.#runInFolder(started, folder.value) : folder;
      signal.throwIfAborted();
      this.#lane.report(job, { type: 'ended', outcome });
    } catch (error) {
      // If the job was paused, cancelled or ended by a sign-out, its phase is already set.
      if (!signal.aborted) this.#lane.report(job, { type: 'ended', outcome: err(failureOf(error)) });
    }
  }

  async #runInFolder(started: StartedJob, folderId: NodeId): Promise<Outcome> {
    const { batch, kind, transfer } = started.job;
    if (kind === 'file') return await this.#runFile(started, folderId);
    const spaceId = batch.folders.spaceId();
    const node = { id: folderId, name: transfer.name, parentId: null, ...(spaceId && { spaceId }) };
    return ok({ kind: 'committed', node });
  }

  async #runFile(started: StartedJob, folderId: NodeId): Promise<Outcome> {
    const { ports } = this.#lane;
    const { signal } = started;
    const code = await runWithCode({ ports, signal }, loadSingleFile);
    return code.ok ? await code.value.uploadSingleFile(this.#lane, started, folderId) : code;
  }
}
