/** A small JPEG without what a camera writes. */
const PIXEL = Buffer.from(
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIAAwDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAACBf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AAApT//Z',
  'base64',
);

const [ASCII, LONG, RATIONAL] = [2, 4, 5];

type Entry = readonly [tag: number, type: number, count: number, value: Buffer];

const ascii = (tag: number, text: string): Entry => [
  tag,
  ASCII,
  text.length + 1,
  Buffer.from(`${text}\0`, 'latin1'),
];
const rational = (tag: number, ...parts: readonly (readonly [number, number])[]): Entry => {
  const value = Buffer.alloc(parts.length * 8);
  for (const [index, [over, under]] of parts.entries()) {
    value.writeUInt32BE(over, index * 8);
    value.writeUInt32BE(under, index * 8 + 4);
  }
  return [tag, RATIONAL, parts.length, value];
};
const long = (tag: number, number: number): Entry => {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(number);
  return [tag, LONG, 1, value];
};

/** Exif 2.32, big-endian. The hostile one points in circles and promises more than there is. */
export function cameraJpeg({ isHostile = false } = {}): Buffer {
  const place = [
    ascii(1, 'N'),
    rational(2, [48, 1], [30, 1], [0, 1]),
    ascii(3, 'E'),
    rational(4, [9, 1], [15, 1], [0, 1]),
  ];
  const shot = [
    rational(0x82_9a, [1, 125]),
    rational(0x82_9d, [8, 1]),
    [0x88_27, LONG, 1, Buffer.from([0, 0, 0, 100])] as const,
    ascii(0x90_03, '2026:10:14 07:12:00'),
    rational(0x92_0a, [35, 1]),
    ascii(0xa4_34, isHostile ? '<img src=https://example.org/x>'.repeat(200) : 'Coffer 24-70'),
  ];
  const start = 8;
  const main = (shotAt: number, placeAt: number): readonly Entry[] => [
    ascii(0x01_0f, 'Coffer'),
    ascii(0x01_10, 'Coffer One'),
    long(0x87_69, isHostile ? start : shotAt),
    long(0x88_25, isHostile ? 0xff_ff_ff_f0 : placeAt),
  ];
  const mainBytes = sizeOf(main(0, 0));
  const shotAt = start + mainBytes;
  const placeAt = shotAt + sizeOf(shot);
  const tiff = Buffer.concat([
    Buffer.from('MM\0*\0\0\0\u0008', 'latin1'),
    directory(main(shotAt, placeAt), start),
    directory(shot, shotAt),
    directory(place, placeAt),
  ]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([PIXEL.subarray(0, 2), head, payload, PIXEL.subarray(2)]);
}

function sizeOf(entries: readonly Entry[]): number {
  const outside = entries.reduce((sum, [, , , value]) => sum + (value.length > 4 ? value.length : 0), 0);
  return 2 + entries.length * 12 + 4 + outside;
}

function directory(entries: readonly Entry[], at: number): Buffer {
  const head = Buffer.alloc(2 + entries.length * 12 + 4);
  head.writeUInt16BE(entries.length);
  const outside: Buffer[] = [];
  let next = at + head.length;
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const place = 2 + index * 12;
    head.writeUInt16BE(tag, place);
    head.writeUInt16BE(type, place + 2);
    head.writeUInt32BE(count, place + 4);
    if (value.length <= 4) value.copy(head, place + 8);
    else {
      head.writeUInt32BE(next, place + 8);
      outside.push(value);
      next += value.length;
    }
  }
  return Buffer.concat([head, ...outside]);
}
