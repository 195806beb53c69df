import { KIB } from '@coffer/kit';
import type { TokenInput } from '../command.ts';
import { CommandFailure } from '../command-failure.ts';

const SECRET_MAX = 4 * KIB;
/** The character of Ctrl+D. */
const END_OF_INPUT = '\u0004';

/** Reads everything to the end, without the last line break. */
export async function readAll(input: TokenInput): Promise<string> {
  let text = '';
  for await (const piece of input) {
    text += piece.toString();
    if (text.length > SECRET_MAX) throw new CommandFailure('What came on standard input is too long.');
  }
  return text.replace(/\r?\n$/, '');
}

/** Reads one line from a terminal without echo. */
export async function readHidden(input: TokenInput): Promise<string> {
  input.setRawMode?.(true);
  try {
    let text = '';
    for await (const piece of input) {
      for (const character of piece.toString()) {
        if (['\r', '\n', END_OF_INPUT].includes(character)) return text;
        if (character === '\u0003') throw new CommandFailure('Stopped.', 130);
        if (character === '\u007F' || character === '\b') text = text.slice(0, -1);
        else if (character >= ' ' && text.length < SECRET_MAX) text += character;
      }
    }
    return text;
  } finally {
    input.setRawMode?.(false);
    input.pause();
  }
}
