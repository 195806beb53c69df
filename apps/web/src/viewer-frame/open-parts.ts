import { MIB } from '@coffer/kit';
import { type Parts, unpackZip } from '../lib/zip/unpack-zip.ts';
import { type DrawJob, Refused } from './drawer.ts';

/** The DOM tree of a larger text would take more memory than a page has. */
const XML_MAX_BYTES = 24 * MIB;

export async function openParts({ content }: Pick<DrawJob, 'content'>): Promise<Parts> {
  if (!(content instanceof ArrayBuffer)) throw new Refused('damaged');
  const bytes = new Uint8Array(content);
  if (isCompoundFile(bytes)) throw new Refused('encrypted');
  const parts = await unpackZip(bytes);
  if (typeof parts === 'string') throw new Refused(parts);
  for (const [path, part] of parts) {
    if (/\.(?:xml|rels|x?html?|opf|ncx)$/i.test(path) && part.length > XML_MAX_BYTES)
      throw new Refused('large');
  }
  return parts;
}

/** Office programs store password-protected documents in this format. */
function isCompoundFile(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);
}

export function textOf(parts: Parts, path: string): string | undefined {
  const part = parts.get(path);
  return part === undefined ? undefined : new TextDecoder().decode(part);
}

export function parseXml(text: string): Document {
  const parsed = new DOMParser().parseFromString(text, 'text/xml');
  if (parsed.querySelector('parsererror') !== null) throw new Refused('damaged');
  return parsed;
}

const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
};

/** Returns undefined if the picture is missing, or of a type that browsers do not show. */
export function pictureOf(parts: Parts, path: string): Blob | undefined {
  const bytes = parts.get(path);
  const type = PICTURES[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
  return bytes === undefined || type === undefined ? undefined : new Blob([bytes], { type });
}
