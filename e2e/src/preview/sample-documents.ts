import { createHash } from 'node:crypto';

const pageOf = (index: number): number => 5 + index * 2;

interface DocumentOptions {
  /** Opens with this password only (ISO 32000-1, revision 2 of the standard handler). */
  readonly password?: string;
  /** Size of each page, which is filled with spaces. */
  readonly pageBytes?: number;
}

/** A page for each text, with one chapter for each page. */
export function createDocument(
  texts: readonly string[],
  { password, pageBytes = 0 }: DocumentOptions = {},
): Buffer {
  const locked = password === undefined ? undefined : lockOf(password);
  const chapterOf = (index: number): number => 5 + texts.length * 2 + index;
  const bodies = new Map<number, string>([
    [1, `<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>`],
    [
      2,
      `<</Type/Pages/Kids[${texts.map((_, index) => `${pageOf(index)} 0 R`).join(' ')}]/Count ${texts.length}>>`,
    ],
    [3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'],
    [
      4,
      `<</Type/Outlines/First ${chapterOf(0)} 0 R/Last ${chapterOf(texts.length - 1)} 0 R/Count ${texts.length}>>`,
    ],
  ]);
  for (const [index, text] of texts.entries()) {
    const content = Buffer.from(`BT /F1 24 Tf 72 700 Td (${text}) Tj ET`.padEnd(pageBytes), 'latin1');
    const number = pageOf(index) + 1;
    const stream = (locked?.encrypt(number, content) ?? content).toString('latin1');
    bodies.set(
      pageOf(index),
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${number} 0 R>>`,
    );
    bodies.set(number, `<</Length ${stream.length}>>stream\n${stream}\nendstream`);
    const title = Buffer.from(`Chapter ${index + 1}`);
    const words = (locked?.encrypt(chapterOf(index), title) ?? title).toString('hex');
    const beside = [
      index > 0 ? `/Prev ${chapterOf(index - 1)} 0 R` : '',
      index < texts.length - 1 ? `/Next ${chapterOf(index + 1)} 0 R` : '',
    ].join('');
    bodies.set(
      chapterOf(index),
      `<</Title<${words}>/Parent 4 0 R${beside}/Dest[${pageOf(index)} 0 R/XYZ 0 792 0]>>`,
    );
  }
  const lock = bodies.size + 1;
  if (locked !== undefined) bodies.set(lock, locked.dictionary);
  const trailer =
    locked === undefined ? '' : `/Encrypt ${lock} 0 R/ID[<${ID.toString('hex')}><${ID.toString('hex')}>]`;
  return fileOf(bodies, trailer);
}

function fileOf(bodies: ReadonlyMap<number, string>, trailer: string): Buffer {
  let file = '%PDF-1.4\n';
  let table = '0000000000 65535 f \n';
  for (let number = 1; number <= bodies.size; number += 1) {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${number} 0 obj${bodies.get(number) ?? 'null'}endobj\n`;
  }
  const size = bodies.size + 1;
  const end = `trailer<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.from(`${file}xref\n0 ${size}\n${table}${end}`, 'latin1');
}

const ID = Buffer.from('0123456789abcdef');
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const PERMISSIONS = -4;
const KEY_BYTES = 5;

function lockOf(password: string) {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, KEY_BYTES), padded);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = md5(Buffer.concat([padded, owner, permissions, ID])).subarray(0, KEY_BYTES);
  const user = rc4(key, PADDING);
  return {
    dictionary: `<</Filter/Standard/V 1/R 2/O<${owner.toString('hex')}>/U<${user.toString('hex')}>/P ${PERMISSIONS}>>`,
    encrypt: (object: number, bytes: Buffer): Buffer => {
      const salt = Buffer.from([object & 0xff, (object >> 8) & 0xff, 0, 0, 0]);
      return rc4(md5(Buffer.concat([key, salt])).subarray(0, KEY_BYTES + 5), bytes);
    },
  };
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number): void => {
    const kept = state[one] ?? 0;
    state[one] = state[other] ?? 0;
    state[other] = kept;
  };
  let other = 0;
  for (let one = 0; one < 256; one += 1) {
    other = (other + (state[one] ?? 0) + (key[one % key.length] ?? 0)) % 256;
    swap(one, other);
  }
  let [first, second] = [0, 0];
  return Buffer.from(
    bytes.map((byte) => {
      first = (first + 1) % 256;
      second = (second + (state[first] ?? 0)) % 256;
      swap(first, second);
      return byte ^ (state[((state[first] ?? 0) + (state[second] ?? 0)) % 256] ?? 0);
    }),
  );
}
