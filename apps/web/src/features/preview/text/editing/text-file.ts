import type { VersionId } from '@coffer/contracts';
import type { ShownText } from '../../../../api/content.ts';
import type { EditedNode } from '../../../../api/saving/save-version.ts';
import {
  encodeAsUtf8,
  encodeText,
  type Encoding,
  type LineBreak,
  lineBreakOf,
} from '../../../../lib/text/text-encoding.ts';

/** The text for editing, and what is needed to write it back in its encoding. */
export interface TextFile {
  readonly node: EditedNode;
  readonly versionId: VersionId;
  /** Lines end with `\n`, unless the file mixes line breaks. */
  readonly text: string;
  readonly format: TextFormat;
  /** Whether unchanged text would be written as the same bytes. */
  readonly isExact: boolean;
}

export interface TextFormat {
  readonly encoding: Encoding;
  readonly lineBreak: LineBreak;
}

export function textFileOf(node: EditedNode, shown: ShownText): TextFile | undefined {
  if (node.versionId === null || !shown.isText || shown.isCut) return undefined;
  const format = { encoding: shown.encoding, lineBreak: lineBreakOf(shown.text) };
  const text = format.lineBreak === 'mixed' ? shown.text : shown.text.replaceAll(/\r\n?/g, '\n');
  const isExact = isEqual(bytesOf(text, format), shown.bytes);
  return { node, versionId: node.versionId, text, format, isExact };
}

/** Undefined if the encoding cannot represent a character. */
export function bytesOf(
  text: string,
  { encoding, lineBreak }: TextFormat,
): Uint8Array<ArrayBuffer> | undefined {
  return encodeText(withBreaks(text, lineBreak), encoding);
}

export function bytesAsUtf8(text: string, { lineBreak }: TextFormat): Uint8Array<ArrayBuffer> {
  return encodeAsUtf8(withBreaks(text, lineBreak));
}

function withBreaks(text: string, lineBreak: LineBreak): string {
  return lineBreak === 'mixed' || lineBreak === '\n' ? text : text.replaceAll('\n', lineBreak);
}

function isEqual(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one?.length === other.length && one.every((byte, at) => byte === other[at]);
}
