// Draws thumbnails of unchecked pictures and documents. It has no credentials, settings or file access: bytes
// come and go through its pipes, and its parent limits memory and time.
import { setPriority } from 'node:os';
import { draw, prepare } from './draw.ts';
import { frameHeader, readFrames } from './frames.ts';
import { PICTURE_BYTES_MAX } from './thumbnails.ts';

const LOWER_PRIORITY = 10;

function send(bytes: Buffer): void {
  process.stdout.write(frameHeader(bytes.length));
  process.stdout.write(bytes);
}

function sendJson(value: unknown): void {
  send(Buffer.from(JSON.stringify(value)));
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}

/** Libraries that write what they think would break the frames of standard output. */
function silence(): void {
  for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const) console[name] = () => undefined;
}

async function serve(): Promise<void> {
  setPriority(LOWER_PRIORITY);
  silence();
  const { default: sharp } = await import('sharp');
  prepare(sharp);
  sendJson({ ready: true, version: sharp.versions.vips });
  for await (const picture of readFrames(process.stdin, PICTURE_BYTES_MAX)) {
    try {
      const { small, large, ...facts } = await draw(sharp, picture);
      sendJson({ drawn: facts });
      send(small);
      send(large);
    } catch (error) {
      sendJson({ unreadable: reasonOf(error) });
    }
  }
}

try {
  await serve();
} catch (error) {
  sendJson({ unavailable: reasonOf(error) });
}
