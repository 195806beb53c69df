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

/** Runs the process that `createLimitedProcess` has started. */
export async function serveLimited(serve: () => Promise<void>): Promise<void> {
  setPriority(LOWER_PRIORITY);
  // Libraries that write what they think would break the frames of standard output.
  for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const) console[name] = () => undefined;
  try {
    await serve();
  } catch (error) {
    sendJson({ unavailable: reasonOf(error) });
  }
}
