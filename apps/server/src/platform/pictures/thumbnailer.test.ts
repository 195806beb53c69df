import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@coffer/testing';
import sharp from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { afterAll, expect, test } from 'vitest';
import { errorOf, valueOf } from '../../live.world.ts';
import {
  animation,
  bomb,
  cameraPhoto,
  noise,
  onePagePdf,
  pictureOf,
  plain,
  SECRET_LOCATION,
} from './pictures.world.ts';
import { createThumbnailer } from './thumbnailer.ts';

const folder = temporaryFolder('thumbnailer');
const thumbnailer = createThumbnailer();
afterAll(async () => {
  await thumbnailer.stop();
  await folder.remove();
});

const drawn = async (bytes: Buffer) => valueOf(await thumbnailer.draw(pictureOf(bytes)));
const refused = async (bytes: Buffer) => errorOf(await thumbnailer.draw(pictureOf(bytes)));

async function pixelAt(picture: Buffer, left: number, top: number): Promise<readonly number[]> {
  const region = sharp(picture).ensureAlpha().extract({ left, top, width: 1, height: 1 });
  return [...(await region.raw().toBuffer())];
}

function isNear(pixel: readonly number[], wanted: readonly number[]): boolean {
  return wanted.every((value, index) => Math.abs(value - (pixel[index] ?? Number.NaN)) <= 12);
}

const picture = plain(1_200, 600, '#c04020');
const KINDS = {
  JPEG: picture.clone().jpeg(),
  PNG: picture.clone().png(),
  WebP: picture.clone().webp(),
  GIF: picture.clone().gif(),
  AVIF: picture.clone().avif({ effort: 0 }),
  TIFF: picture.clone().tiff(),
  'gray PNG': picture.clone().toColourspace('b-w').png(),
  'CMYK JPEG': picture.clone().toColourspace('cmyk').jpeg(),
  'PNG of 16 bits': picture.clone().toColourspace('rgb16').png(),
};

test.each(Object.entries(KINDS))(
  '%s becomes two WebP files within 256 and 512 pixels',
  async (_, encoded) => {
    const { small, large, ...facts } = await drawn(await encoded.toBuffer());
    expect(facts).toMatchObject({ width: 1_200, height: 600 });
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 256, height: 128 });
    expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 512, height: 256 });
  },
);

test('a photo is upright, and its thumbnails have no metadata', async () => {
  const photo = await cameraPhoto();
  expect(photo.includes(SECRET_LOCATION)).toBe(true);
  expect((await sharp(photo).metadata()).exif?.length).toBeGreaterThan(100);
  const { small, large, width, height } = await drawn(photo);
  expect({ width, height }).toEqual({ width: 400, height: 600 });
  for (const thumbnail of [small, large]) {
    const { exif, xmp, iptc, icc, orientation } = await sharp(thumbnail).metadata();
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
    expect(thumbnail.includes(SECRET_LOCATION)).toBe(false);
    expect(thumbnail.includes('EXIF')).toBe(false);
  }
  // The left half lies on top after the turn.
  expect(isNear(await pixelAt(small, 80, 20), [255, 0, 0, 255])).toBe(true);
  expect(isNear(await pixelAt(small, 80, 230), [0, 0, 255, 255])).toBe(true);
});

test('colours follow the profile of the picture, in JPEG and in PNG', async () => {
  const wide = plain(1_200, 600, '#ff0000').withIccProfile('p3');
  const there = await sharp(await wide.clone().png().toBuffer(), { ignoreIcc: true })
    .raw()
    .toBuffer();
  expect(isNear([...there], [255, 0, 0]), 'other numbers for the same colour').toBe(false);
  for (const bytes of [await wide.clone().jpeg().toBuffer(), await wide.clone().png().toBuffer()]) {
    const { small, color } = await drawn(bytes);
    const near = await pixelAt(small, 100, 60);
    expect(isNear(near, [255, 0, 0, 255])).toBe(true);
    expect(isNear([...Buffer.from(color.slice(1), 'hex')], [255, 0, 0])).toBe(true);
  }
});

test('a document is shown by its first page, on white', async () => {
  const { small, large, ...facts } = await drawn(onePagePdf('0 0 200 400', '1 0 0 rg 0 200 200 200 re f'));
  expect(facts).toMatchObject({ width: 200, height: 400 });
  expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 256, height: 512 });
  expect(isNear(await pixelAt(small, 64, 60), [255, 0, 0, 255])).toBe(true);
  expect(isNear(await pixelAt(small, 64, 200), [255, 255, 255, 255])).toBe(true);
});

test('hostile documents are refused or drawn small, and the next picture is drawn', async () => {
  const whole = onePagePdf('0 0 200 400', '1 0 0 rg 0 0 200 200 re f');
  const huge = await drawn(onePagePdf('0 0 14400 1', '0 0 0 rg 0 0 9 9 re f'));
  expect(await sharp(huge.large).metadata()).toMatchObject({ width: 512, height: 1 });
  const hostile = [
    whole.subarray(0, 60),
    onePagePdf('0 0 1e30 1e30', ''),
    onePagePdf('0 0 -5 0', ''),
    Buffer.from(`%PDF-1.7\n${'<<'.repeat(100_000)}`),
    Buffer.concat([Buffer.from('%PDF-1.7\n'), await noise(300, 300)]),
  ];
  for (const bytes of hostile) {
    const end = await thumbnailer.draw(pictureOf(bytes));
    expect(['drawn', 'unreadable', 'crashed']).toContain(end.ok ? 'drawn' : end.error.code);
  }
  expect((await drawn(whole)).height).toBe(400);
});

test('transparency stays transparent, and is white in the average colour', async () => {
  const { small, color } = await drawn(await plain(400, 400, 'rgba(0, 0, 255, 0)').png().toBuffer());
  expect((await pixelAt(small, 10, 10))[3]).toBe(0);
  expect(color).toBe('#ffffff');
});

/** A color of the blurred picture. `along` is the position on its longer edge, from 0 to 1. */
function blurredAt(thumbHash: string, along: number): readonly number[] {
  const { w, h, rgba } = thumbHashToRGBA(Buffer.from(thumbHash, 'base64'));
  const [x, y] = w > h ? [Math.floor(along * w), h >> 1] : [w >> 1, Math.floor(along * h)];
  return [...rgba.subarray((y * w + x) * 4, (y * w + x) * 4 + 4)];
}

test('the hash is the picture upright and blurred, in a few bytes', async () => {
  const { thumbHash } = await drawn(await cameraPhoto());
  expect(thumbHash.length).toBeLessThanOrEqual(36);
  const [above, below] = [blurredAt(thumbHash, 0.1), blurredAt(thumbHash, 0.9)];
  expect(above[0]).toBeGreaterThan(2 * (above[2] ?? 0));
  expect(below[2]).toBeGreaterThan(2 * (below[0] ?? 0));
  const clear = await drawn(await plain(400, 400, 'rgba(0, 0, 255, 0)').png().toBuffer());
  expect(blurredAt(clear.thumbHash, 0.5)[3]).toBe(0);
  for (const [width, height] of [
    [1, 1],
    [9_000, 2],
    [2, 9_000],
  ] as const) {
    const thin = await drawn(await plain(width, height, '#203040').png().toBuffer());
    expect(isNear(blurredAt(thin.thumbHash, 0.5), [32, 48, 64, 255])).toBe(true);
  }
});

test('an animation is shown by its first frame', async () => {
  const { large, color, height } = await drawn(await animation());
  expect((await sharp(large).metadata()).pages ?? 1).toBe(1);
  expect({ color, height }).toEqual({ color: '#ff0000', height: 200 });
});

test('small and thin pictures keep their size', async () => {
  expect(await drawn(await plain(1, 1, '#102030').png().toBuffer())).toMatchObject({ width: 1, height: 1 });
  const { small } = await drawn(await plain(9_000, 2, '#102030').png().toBuffer());
  expect(await sharp(small).metadata()).toMatchObject({ width: 256, height: 1 });
});

test('an incomplete picture is rejected, and the next picture is drawn', async () => {
  const photo = await noise(800, 600);
  const damaged = Buffer.from(photo);
  damaged.fill(0x41, 2, 200);
  const hostile = {
    text: Buffer.from('this is no picture'),
    empty: Buffer.alloc(0),
    truncated: photo.subarray(0, photo.length / 2),
    damaged,
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    'empty document': Buffer.from('%PDF-1.7\n%%EOF'),
    bomb: await bomb(50_000),
  };
  const codes: string[] = [];
  for (const bytes of Object.values(hostile)) codes.push((await refused(bytes)).code);
  expect(codes).toEqual(codes.map(() => 'unreadable'));
  expect(hostile.bomb.length).toBeLessThan(2_000_000);
  expect((await drawn(photo)).width).toBe(800);
});

test.runIf(process.platform === 'linux')(
  'a picture that needs more memory than allowed is refused',
  async () => {
    // A progressive JPEG is decoded as a whole, here with six bytes for each pixel.
    const large = await sharp({ create: { width: 12_000, height: 9_900, channels: 3, background: '#fff' } })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer();
    expect(['unreadable', 'crashed']).toContain((await refused(large)).code);
    expect((await drawn(await noise(400, 300))).width).toBe(400);
  },
);

test('a second process draws beside the first, and what it cannot draw is drawn with more memory', async () => {
  const photo = await noise(800, 600);
  const two = createThumbnailer({ hasHelper: true });
  const cramped = createThumbnailer({ hasHelper: true, helperMemoryMaxKib: 10_000 });
  const one = createThumbnailer({ hasHelper: false });
  try {
    expect([two.atOnce, one.atOnce]).toEqual([2, 1]);
    for (const each of [two, one]) {
      const beside = await Promise.all([1, 2, 3].map(async () => await each.drawBeside(pictureOf(photo))));
      expect(beside.map((thumbnails) => valueOf(thumbnails).width)).toEqual([800, 800, 800]);
    }
    const [first, second] = await Promise.all([
      cramped.drawBeside(pictureOf(photo)),
      cramped.drawBeside(pictureOf(photo)),
    ]);
    expect(valueOf(first).width).toBe(800);
    expect(second.ok ? 'drawn' : second.error.code).toBe(process.platform === 'linux' ? 'cramped' : 'drawn');
    expect(valueOf(await cramped.draw(pictureOf(photo))).width).toBe(800);
  } finally {
    await Promise.all([two, cramped, one].map(async (each) => await each.stop()));
  }
});

test('an interrupted source says nothing about the picture', async () => {
  const photo = await noise(800, 600);
  async function* broken(): AsyncGenerator<Buffer, void, undefined> {
    yield photo.subarray(0, 1_000);
    await Promise.reject(new Error('the connection broke'));
  }
  const failure = errorOf(await thumbnailer.draw({ sizeBytes: photo.length, bytes: broken() }));
  expect(failure).toEqual({ code: 'source_failed' });
  expect((await drawn(photo)).width).toBe(800);
});

function processThat(name: string, program: string): string {
  const path = join(folder.path, `${name}.mjs`);
  writeFileSync(path, program);
  return path;
}

const READY = `const json = JSON.stringify({ ready: true, version: 'test' });
const header = Buffer.alloc(4);
header.writeUInt32BE(json.length);
process.stdout.write(header);
process.stdout.write(json);
process.stdin.resume();`;

test('a process that crashes or hangs is replaced', async () => {
  const photo = pictureOf(await noise(800, 600));
  const dying = createThumbnailer({
    entry: processThat(
      'dying',
      `${READY} process.stdin.once('data', () => process.kill(process.pid, 'SIGSEGV'));`,
    ),
  });
  expect(errorOf(await dying.draw(photo)).code).toBe('crashed');
  expect(errorOf(await dying.draw(pictureOf(Buffer.alloc(10)))).code).toBe('crashed');
  await dying.stop();
  const hanging = createThumbnailer({ entry: processThat('hanging', READY), timeoutMs: 1_000 });
  expect(errorOf(await hanging.draw(pictureOf(Buffer.alloc(10)))).code).toBe('crashed');
  await hanging.stop();
});

test('a machine without the library is distinguished from a picture that cannot be drawn', async () => {
  const without = createThumbnailer({ entry: processThat('without', `process.exit(1);`) });
  expect(errorOf(await without.draw(pictureOf(await noise(10, 10))))).toMatchObject({ code: 'unavailable' });
  expect(errorOf(await without.probe())).toMatchObject({ code: 'unavailable' });
  expect(valueOf(await thumbnailer.probe())).toMatch(/^\d+\.\d+/);
});

test('a source that falls silent ends at the limit, and the next picture is drawn', async () => {
  const limited = createThumbnailer({ timeoutMs: 3_000, hasHelper: false });
  const isEnded = Promise.withResolvers<void>();
  async function* silent() {
    yield await Promise.resolve(Buffer.alloc(10));
    await isEnded.promise;
  }
  expect(errorOf(await limited.draw({ sizeBytes: 1_000, bytes: silent() })).code).toBe('crashed');
  expect(valueOf(await limited.draw(pictureOf(await noise(800, 600)))).width).toBe(800);
  await limited.stop();
  isEnded.resolve();
});
