// Reads the text of untrusted files. It has no credentials, settings or file access: bytes go through its pipes, and
// its parent limits memory and time.
import { SERVER_LIMITS } from '@coffer/contracts';
import { reasonOf, sendFrame, sendJson, serveLimited } from '../limited-process/child-side.ts';
import { readFrames } from '../limited-process/frames.ts';
import { indexText } from './index-text.ts';
import { readText } from './read-text.ts';
import type { TextFormat } from './texts.ts';

const FORMATS: readonly TextFormat[] = ['plain', 'html', 'mail', 'pdf', 'zip'];

await serveLimited(async () => {
  sendJson({ ready: true, version: '' });
  const frames = readFrames(process.stdin, SERVER_LIMITS.textSourceBytesMax);
  for (;;) {
    const about = await frames.next();
    const file = await frames.next();
    if (about.done === true || file.done === true) return;
    try {
      const format = FORMATS.find((each) => each === about.value.toString());
      if (format === undefined) throw new Error('an unknown format');
      // A copy, because parsers require a separate ArrayBuffer.
      const { text, folded, vector, words, ...starts } = indexText(
        await readText(Buffer.from(file.value), format),
      );
      sendJson({ read: starts });
      for (const part of [text, folded, vector, words.join(' ')]) sendFrame(Buffer.from(part));
    } catch (error) {
      sendJson({ unreadable: reasonOf(error) });
    }
  }
});
