// Draws thumbnails of untrusted pictures and documents. It has no credentials, settings or file access: bytes go
// through its pipes, and its parent limits memory and time.
import { reasonOf, sendFrame, sendJson, serveLimited } from '../limited-process/child-side.ts';
import { readFrames } from '../limited-process/frames.ts';
import { draw, prepare } from './draw.ts';
import { PICTURE_BYTES_MAX } from './thumbnails.ts';

await serveLimited(async () => {
  const { default: sharp } = await import('sharp');
  prepare(sharp);
  sendJson({ ready: true, version: sharp.versions.vips });
  for await (const picture of readFrames(process.stdin, PICTURE_BYTES_MAX)) {
    try {
      const { small, large, ...facts } = await draw(sharp, picture);
      sendJson({ drawn: facts });
      sendFrame(small);
      sendFrame(large);
    } catch (error) {
      sendJson({ unreadable: reasonOf(error) });
    }
  }
});
