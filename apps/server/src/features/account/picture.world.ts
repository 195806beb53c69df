interface Parts {
  readonly edge?: number;
  /** Between the beginning and the picture. */
  readonly before?: string;
  readonly after?: string;
  /** How often the pixels are drawn. */
  readonly scans?: number;
}

/** A part of a JPEG: hex of its marker, and its content. */
export const segment = (marker: string, content: string): string =>
  `\xff${latin(marker)}${latin((content.length + 2).toString(16).padStart(4, '0'))}${content}`;

/** A JPEG as the own page sends it, with these words in the place of its pixels. */
export function jpegOf(
  words: string,
  { edge = 192, before = '', after = '', scans = 1 }: Parts = {},
): string {
  const side = latin(edge.toString(16).padStart(4, '0'));
  const frame = segment('c0', `\x08${side}${side}\x01\x01\x11\x00`);
  const scan = `${segment('da', '\x01\x01\x00\x00\x3f\x00')}${words}`;
  return addressOf('jpeg', `\xff\xd8${before}${frame}${scan.repeat(scans)}\xff\xd9${after}`);
}

export function addressOf(kind: string, bytes: string): string {
  return `data:image/${kind};base64,${Buffer.from(bytes, 'latin1').toString('base64')}`;
}

function latin(hex: string): string {
  return Buffer.from(hex, 'hex').toString('latin1');
}
