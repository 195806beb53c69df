import { MINUTE_MS } from '@coffer/kit';
import { type CircuitBreakers, createCircuitBreakers } from '../../lib/retry/circuit-breaker.ts';
import { measure, type Throughput } from '../../lib/throughput.ts';
import { fileName } from './file-name.ts';
import {
  type ContentCalls,
  type DownloadFailure,
  type DownloadPorts,
  DownloadError,
  type Sink,
} from './ports.ts';
import type { WaitingFor } from './ask-server.ts';
import { createPauseGate, type PauseGate } from './pause-gate.ts';
import { isStored, type Reading, readTree, type SelectedNode, type ZipItem } from './read-tree.ts';
import { sizeOfZip } from '../../lib/zip/zip-records.ts';
import { zipStream } from './zip-stream.ts';

const BACKOFF = { firstMs: 800, maxMs: MINUTE_MS, jitter: 1 };

/** A download, as an immutable object. */
export interface Download {
  readonly id: string;
  readonly name: string;
  /** `done` and `stopped` are final. */
  readonly phase: 'counting' | 'running' | 'paused' | 'failed' | 'done' | 'stopped';
  readonly files: number;
  readonly filesDone: number;
  readonly sizeBytes: number;
  readonly doneBytes: number;
  readonly pace: Throughput | undefined;
  readonly failure: DownloadFailure | undefined;
  /** What the download waits for. It resumes automatically. */
  readonly waitingFor: WaitingFor | undefined;
  readonly excluded: number;
}

/** Collects the items of the zip file. */
export type ReadItems = (reading: Reading) => Promise<readonly ZipItem[]>;

interface Job {
  download: Download;
  readonly api: ContentCalls;
  readonly read: ReadItems;
  readonly excluded: Set<string>;
  breakers: CircuitBreakers;
  gate: PauseGate;
  abort: AbortController;
}

/** Builds zip files in the page. File contents never pass through the application's server. */
export class DownloadEngine {
  readonly #ports: DownloadPorts;
  readonly #jobs = new Map<string, Job>();
  readonly #listeners = new Set<() => void>();
  #view: readonly Download[] = [];
  #isNotified = true;

  constructor(ports: DownloadPorts) {
    this.#ports = ports;
    ports.onRetryHint(() => {
      for (const { breakers } of this.#jobs.values())
        for (const breaker of Object.values(breakers)) breaker.retryNow();
    });
  }

  start(roots: readonly SelectedNode[], title: string, api: ContentCalls = this.#ports.api): void {
    this.startReading((reading) => readTree(roots, reading), title, api);
  }

  startReading(read: ReadItems, title: string, api: ContentCalls): void {
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
        pace: undefined,
        failure: undefined,
        waitingFor: undefined,
        excluded: 0,
      },
      api,
      read,
      excluded: new Set(),
      breakers: createCircuitBreakers(this.#ports, BACKOFF),
      gate: createPauseGate(),
      abort: new AbortController(),
    };
    this.#jobs.set(id, job);
    void this.#run(job);
  }

  /** Starts a failed download from the beginning, because a partial zip file is useless. */
  retry(id: string): void {
    const job = this.#jobs.get(id);
    if (job?.download.phase !== 'failed') return;
    job.abort = new AbortController();
    job.breakers = createCircuitBreakers(this.#ports, BACKOFF);
    job.gate = createPauseGate();
    void this.#run(job);
  }

  /** What was fetched ahead is still written. */
  pause(id: string): void {
    const job = this.#jobs.get(id);
    if (job?.download.phase !== 'running') return;
    job.gate.pause();
    this.#change(job, { phase: 'paused', pace: undefined });
  }

  resume(id: string): void {
    const job = this.#jobs.get(id);
    if (job?.download.phase !== 'paused') return;
    job.gate.resume();
    this.#change(job, { phase: 'running' });
  }

  retryWithout(id: string): void {
    const job = this.#jobs.get(id);
    for (const { nodeId, versionId } of job?.download.failure?.entries ?? [])
      job?.excluded.add(versionId ?? nodeId);
    this.retry(id);
  }

  dismiss(id: string): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    if (isUnderWay(job.download)) this.#change(job, { phase: 'stopped' });
    else this.#jobs.delete(id);
    job.abort.abort(new DOMException('stopped', 'AbortError'));
    this.#changed();
  }

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
    const clean = {
      filesDone: 0,
      doneBytes: 0,
      sizeBytes: 0,
      pace: undefined,
      failure: undefined,
      excluded: job.excluded.size,
    };
    this.#change(job, { phase: 'counting', ...clean });
    const ports = {
      ...this.#ports,
      api: job.api,
      breakers: job.breakers,
      gate: job.gate,
      onWait: (waitingFor: WaitingFor): void => {
        if (!job.gate.isPaused()) this.#change(job, { waitingFor });
      },
    };
    let sink: Sink | undefined;
    try {
      const items = await job.read({
        ports,
        signal,
        excluded: job.excluded,
        onCount: (files) => this.#change(job, { files }),
      });
      const stored = items.filter(isStored);
      const contentBytes = stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      const files = stored.filter(({ isFolder }) => !isFolder).length;
      this.#change(job, { phase: 'running', sizeBytes: contentBytes, files });
      const file = { name: job.download.name, sizeBytes: sizeOfZip(items) };
      sink = await this.#ports.openSink(file, signal);
      const onBytes = (bytes: number): void => {
        const doneBytes = job.download.doneBytes + bytes;
        const pace = measure(job.download.pace, doneBytes, this.#ports.now());
        this.#change(job, { doneBytes, pace });
      };
      const onFile = (): void => this.#change(job, { filesDone: job.download.filesDone + 1 });
      for await (const block of zipStream({ ports, items, signal, onBytes, onFile })) {
        signal.throwIfAborted();
        await untilAborted(sink.write(block), signal);
      }
      // Closing may take long, because the browser may have paused the download.
      await untilAborted(sink.close(), signal);
      signal.throwIfAborted();
      this.#change(job, { phase: 'done' });
    } catch (cause) {
      sink?.abort();
      this.#end(job, cause);
      // Also aborts the prefetched reads.
      job.abort.abort(cause);
    }
  }

  #end(job: Job, cause: unknown): void {
    // An abort has already set the phase.
    if (job.abort.signal.aborted) return;
    if (cause instanceof DownloadError) this.#change(job, { phase: 'failed', failure: cause.failure });
    else if (isAbort(cause)) this.#change(job, { phase: 'stopped' });
    else this.#change(job, { phase: 'failed', failure: { code: codeOf(cause) } });
  }

  /** Any change other than a new `waitingFor` ends the wait. */
  #change(job: Job, change: Partial<Download>): void {
    job.download = { ...job.download, waitingFor: undefined, ...change };
    this.#changed();
  }

  #changed(): void {
    if (!this.#isNotified) return;
    this.#isNotified = false;
    this.#ports.schedule(() => {
      this.#isNotified = true;
      this.#view = [...this.#jobs.values()].map(({ download }) => download);
      for (const listener of this.#listeners) listener();
    });
  }
}

/** Neither ended nor waiting for the person's decision about a failure. */
export function isUnderWay({ phase }: Download): boolean {
  return phase === 'counting' || phase === 'running' || phase === 'paused';
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return await new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

function isAbort(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}

/** These errors mean that the browser started the download too late, or refused the worker. */
function codeOf(cause: unknown): string {
  return cause instanceof DOMException || cause instanceof TypeError ? 'not_started' : 'internal';
}
