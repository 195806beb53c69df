import { fileName } from './file-name.ts';
import { type DownloadFailure, type DownloadPorts, DownloadStopped, type Sink } from './ports.ts';
import type { WaitingFor } from './patience.ts';
import { readTree, type Root } from './tree.ts';
import { sizeOfZip } from './zip.ts';
import { zipStream } from './zip-stream.ts';

/** One zip file on its way to the person. Replaced, never changed. */
export interface Download {
  readonly id: string;
  /** What the file is called. */
  readonly name: string;
  /** `counting` finds out what lies below the folders; `failed` waits for the person, the last three are the end. */
  readonly phase: 'counting' | 'running' | 'failed' | 'done' | 'stopped';
  /** How many files there are, as far as they are counted. */
  readonly files: number;
  readonly filesDone: number;
  readonly sizeBytes: number;
  readonly doneBytes: number;
  readonly failure: DownloadFailure | undefined;
  /** Nothing comes, and it will go on by itself. */
  readonly waitingFor: WaitingFor | undefined;
  /** How many entries the person has left out. */
  readonly leftOut: number;
}

interface Job {
  download: Download;
  readonly roots: readonly Root[];
  readonly leftOut: Set<string>;
  abort: AbortController;
}

/** Runs downloads of many files, each as one zip file that is put together in the page: no byte passes the application's server. */
export class DownloadEngine {
  readonly #ports: DownloadPorts;
  readonly #jobs = new Map<string, Job>();
  readonly #listeners = new Set<() => void>();
  #view: readonly Download[] = [];
  #isTold = true;

  constructor(ports: DownloadPorts) {
    this.#ports = ports;
  }

  start(roots: readonly Root[], title: string): void {
    const id = this.#ports.newId();
    const job: Job = {
      download: {
        id,
        name: fileName(title),
        phase: 'counting',
        files: 0,
        filesDone: 0,
        sizeBytes: 0,
        doneBytes: 0,
        failure: undefined,
        waitingFor: undefined,
        leftOut: 0,
      },
      roots,
      leftOut: new Set(),
      abort: new AbortController(),
    };
    this.#jobs.set(id, job);
    void this.#run(job);
  }

  /** Begins anew: a part of a zip file is of use to nobody. */
  retry(id: string): void {
    const job = this.#jobs.get(id);
    if (job?.download.phase !== 'failed') return;
    job.abort = new AbortController();
    void this.#run(job);
  }

  /** The same without what it failed at. */
  retryWithout(id: string): void {
    const job = this.#jobs.get(id);
    for (const { nodeId } of job?.download.failure?.entries ?? []) job?.leftOut.add(nodeId);
    this.retry(id);
  }

  /** Stops what runs, and takes what has ended off the list. */
  dismiss(id: string): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    const isRunning = job.download.phase === 'counting' || job.download.phase === 'running';
    if (isRunning) this.#change(job, { phase: 'stopped' });
    else this.#jobs.delete(id);
    job.abort.abort(new DOMException('stopped', 'AbortError'));
    this.#changed();
  }

  /** Sign-out: stops everything at once and forgets it. */
  wipe(): void {
    for (const { abort } of this.#jobs.values()) abort.abort(new DOMException('signed out', 'AbortError'));
    this.#jobs.clear();
    this.#changed();
  }

  view(): readonly Download[] {
    return this.#view;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #run(job: Job): Promise<void> {
    const { signal } = job.abort;
    const clean = { filesDone: 0, doneBytes: 0, sizeBytes: 0, failure: undefined, leftOut: job.leftOut.size };
    this.#change(job, { phase: 'counting', ...clean });
    const ports = {
      ...this.#ports,
      onWait: (waitingFor: WaitingFor): void => this.#change(job, { waitingFor }),
    };
    let sink: Sink | undefined;
    try {
      const items = await readTree(job.roots, {
        ports,
        signal,
        leftOut: job.leftOut,
        onCount: (files) => this.#change(job, { files }),
      });
      const contentBytes = items.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      this.#change(job, { phase: 'running', sizeBytes: contentBytes });
      const file = { name: job.download.name, sizeBytes: sizeOfZip(items) };
      sink = await this.#ports.openSink(file, signal);
      const onBytes = (bytes: number): void =>
        this.#change(job, { doneBytes: job.download.doneBytes + bytes });
      const onFile = (): void => this.#change(job, { filesDone: job.download.filesDone + 1 });
      for await (const block of zipStream({ ports, items, signal, onBytes, onFile })) {
        signal.throwIfAborted();
        await raced(sink.write(block), signal);
      }
      await sink.close();
      this.#change(job, { phase: 'done' });
    } catch (cause) {
      sink?.abort();
      this.#end(job, cause);
      // What was fetched ahead is of no use any more.
      job.abort.abort(cause);
    }
  }

  #end(job: Job, cause: unknown): void {
    // Stopped here or signed out: that is said already.
    if (job.abort.signal.aborted) return;
    if (cause instanceof DownloadStopped) this.#change(job, { phase: 'failed', failure: cause.failure });
    else if (isAbort(cause)) this.#change(job, { phase: 'stopped' });
    else this.#change(job, { phase: 'failed', failure: { code: codeOf(cause) } });
  }

  /** What changes has gone on, but for news that it waits. */
  #change(job: Job, change: Partial<Download>): void {
    job.download = { ...job.download, waitingFor: undefined, ...change };
    this.#changed();
  }

  #changed(): void {
    if (!this.#isTold) return;
    this.#isTold = false;
    this.#ports.later(() => {
      this.#isTold = true;
      this.#view = [...this.#jobs.values()].map(({ download }) => download);
      for (const listener of this.#listeners) listener();
    });
  }
}

/** Waits no longer than the signal lets it. */
async function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return await new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

function isAbort(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}

/** A browser that did not begin with the download in time, or let no worker be started. */
function codeOf(cause: unknown): string {
  return cause instanceof DOMException || cause instanceof TypeError ? 'not_begun' : 'internal';
}
