import { setPriority } from 'node:os';
import { frameHeader } from './frames.ts';

const LOWER_PRIORITY = 10;

export function sendFrame(bytes: Uint8Array): void {
  process.stdout.write(frameHeader(bytes.length));
  process.stdout.write(bytes);
}

export function sendJson(value: unknown): void {
  sendFrame(Buffer.from(JSON.stringify(value)));
}

export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}

/** Runs the child process that `createLimitedProcess` starts. */
export async function serveLimited(serve: () => Promise<void>): Promise<void> {
  setPriority(LOWER_PRIORITY);
  // Libraries that log to standard output would corrupt its frames.
  for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const) console[name] = () => undefined;
  try {
    await serve();
  } catch (error) {
    sendJson({ unavailable: reasonOf(error) });
  }
}
