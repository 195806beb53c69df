/** Thrown when the text has its maximum length, so that the rest of the file need not be read. */
export class TextIsFull extends Error {}

export interface CollectedText {
  /** Throws `TextIsFull`. */
  readonly add: (text: string) => void;
  /** Separates the words before from the words after it. */
  readonly separate: (by: ' ' | '\n') => void;
  readonly text: () => string;
}

export function collectText(bytesMax: number): CollectedText {
  const pieces: string[] = [];
  let bytes = 0;
  const push = (piece: string): void => {
    pieces.push(piece);
    bytes += Buffer.byteLength(piece);
    if (bytes >= bytesMax) throw new TextIsFull('the text is long enough');
  };
  return {
    add: (text) => {
      if (text !== '') push(text);
    },
    separate: (by) => {
      const last = pieces.at(-1);
      if (last !== undefined && last !== by && last !== '\n') push(by);
    },
    text: () => cut(tidied(pieces.join('')), bytesMax),
  };
}

/**
 * Removes control characters, lone surrogates and repeated spaces. PostgreSQL refuses NUL and surrogates; spaces would
 * fill the limit.
 */
function tidied(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(OTHER_CONTROLS, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
}

// oxlint-disable-next-line no-control-regex -- the pattern has to match the removed control characters
const OTHER_CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\ufffe\uffff]/g;

function cut(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  let end = bytesMax;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString();
}
