import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Labels never name people or files. */
export interface Metrics {
  observeOperation(seen: {
    readonly operation: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  countCommitted(count: number): void;
  countRequestBytes(sizeBytes: number): void;
  countResponseBytes(sizeBytes: number): void;
  /** Counts bytes that pass through the relay. */
  countRelayed(direction: 'up' | 'down', sizeBytes: number): void;
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  expose(): Promise<{ readonly text: string; readonly mediaType: string }>;
}

const FIRST_LOOK_MS = 50;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  let watching: Promise<void> | undefined;
  // The metrics of Node.js sample the event loop, so they start at the first scrape. They are NaN before the first
  // sample.
  const watch = async (): Promise<void> => {
    collectDefaultMetrics({ register: registry });
    await sleep(FIRST_LOOK_MS);
  };
  const durations = new Histogram({
    name: 'coffer_http_operation_seconds',
    help: 'Time from the request to its answer, by operation of the API and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const requestBytes = new Counter({
    name: 'coffer_http_request_body_bytes_total',
    help: 'Bytes of request bodies of the API. Bytes of files are none of them.',
    registers,
  });
  const responseBytes = new Counter({
    name: 'coffer_http_response_body_bytes_total',
    help: 'Bytes of response bodies of the API.',
    registers,
  });
  const uploads = new Counter({
    name: 'coffer_uploads_committed_total',
    help: 'Uploads whose file became visible.',
    registers,
  });
  const relayed = new Counter({
    name: 'coffer_relay_bytes_total',
    help: 'Bytes of files that were relayed between browsers and the store, by direction.',
    labelNames: ['direction'],
    registers,
  });
  return {
    observeOperation: ({ operation, status, seconds }) => {
      durations.observe({ operation, status: String(status) }, seconds);
    },
    countCommitted: (count) => uploads.inc(count),
    countRequestBytes: (sizeBytes) => requestBytes.inc(sizeBytes),
    countResponseBytes: (sizeBytes) => responseBytes.inc(sizeBytes),
    countRelayed: (direction, sizeBytes) => relayed.inc({ direction }, sizeBytes),
    gauge: (name, help, read) => {
      const collect = async (): Promise<void> => gauge.set(await read());
      const gauge: Gauge = new Gauge({ name, help, registers: [], collect });
      registry.registerMetric(gauge);
    },
    expose: async () => {
      await (watching ??= watch());
      return { text: await registry.metrics(), mediaType: registry.contentType };
    },
  };
}
