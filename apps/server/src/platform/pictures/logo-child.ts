// Draws logos of untrusted pictures, under the same limits as child.ts.
import { reasonOf, sendFrame, sendJson, serveLimited } from '../limited-process/child-side.ts';
import { readFrames } from '../limited-process/frames.ts';
import { prepare } from './draw.ts';
import { drawLogo } from './draw-logo.ts';
import { PICTURE_BYTES_MAX } from './thumbnails.ts';

await serveLimited(async () => {
  const { default: sharp } = await import('sharp');
  prepare(sharp);
  sendJson({ ready: true, version: sharp.versions.vips });
  for await (const picture of readFrames(process.stdin, PICTURE_BYTES_MAX)) {
    try {
      const { width, height, logo, icon, favicon } = await drawLogo(sharp, picture);
      sendJson({ width, height });
      for (const bytes of [logo, icon, favicon]) sendFrame(bytes);
    } catch (error) {
      sendJson({ unreadable: reasonOf(error) });
    }
  }
});
