import type sharpModule from 'sharp';
import type { Sharp, SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { drawFirstPage } from './first-page.ts';
import { isDocument } from './pdfium.ts';
import { THUMBNAIL_EDGES, type Thumbnails } from './thumbnails.ts';

export type SharpModule = typeof sharpModule;
type Size = Pick<Thumbnails, 'width' | 'height'>;

/** A picture with more pixels is not decoded. */
const PIXELS_MAX = 120_000_000;
const QUALITY = 76;
/**
 * Longer edge of the picture that is hashed. A ThumbHash keeps at most seven frequencies per axis, so more pixels would
 * not help.
 */
const HASH_EDGE = 32;
/** The shorter side is stretched to at least this. Fewer pixels than frequencies would give a meaningless hash. */
const HASH_EDGE_MIN = 16;
/** From 0, the fastest, to 6, the smallest. One more would take twice the time to save 3 % of the size. */
const EFFORT = 2;

/** libvips loaders for SVG, PDF and less-tested formats stay blocked. PDF pages are drawn by PDFium. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

/** One thread and no cache, to keep memory use low. */
export function prepare(sharp: SharpModule): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
}

/** Drawn larger than shown, so that thin lines and small letters survive. */
const PAGE_EDGE = 2 * THUMBNAIL_EDGES.large;

/** Draws a picture, or the first page of a document. Throws if it is incomplete. */
export async function draw(sharp: SharpModule, bytes: Buffer): Promise<Thumbnails> {
  if (!isDocument(bytes)) return await drawPicture(sharp, bytes);
  const { data, width, height, pageWidth, pageHeight } = await drawFirstPage(bytes, PAGE_EDGE);
  const page = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  return await drawSizes(sharp, page, { width: pageWidth, height: pageHeight });
}

/** Uses the first frame, upright, in sRGB, without metadata. */
async function drawPicture(sharp: SharpModule, bytes: Buffer): Promise<Thumbnails> {
  const options: SharpOptions = {
    limitInputPixels: PIXELS_MAX,
    sequentialRead: true,
    failOn: 'error',
    autoOrient: true,
  };
  const picture = sharp(bytes, options);
  const { autoOrient, hasProfile, space, depth } = await picture.metadata();
  if (!hasProfile || space !== 'srgb' || depth !== 'uchar')
    return await drawSizes(sharp, picture, autoOrient);
  // Colors are converted after the picture was made small, which takes a fifth of the time.
  const small = await fitted(sharp(bytes, { ...options, ignoreIcc: true }), THUMBNAIL_EDGES.large)
    .keepIccProfile()
    .tiff({ compression: 'none' })
    .toBuffer();
  return await drawSizes(sharp, sharp(small), autoOrient);
}

async function drawSizes(sharp: SharpModule, picture: Sharp, { width, height }: Size): Promise<Thumbnails> {
  const { data, info } = await fitted(picture, THUMBNAIL_EDGES.large)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { raw: { width: info.width, height: info.height, channels: info.channels } };
  const large = await written(sharp(data, raw));
  const small = await written(fitted(sharp(data, raw), THUMBNAIL_EDGES.small));
  const few = await fewPixels(sharp(data, raw), info);
  const thumbHash = Buffer.from(rgbaToThumbHash(few.width, few.height, few.rgba)).toString('base64');
  return { width, height, color: averageOf(few.rgba), thumbHash, small, large };
}

function fitted(picture: Sharp, edge: number): Sharp {
  return picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });
}

async function written(picture: Sharp): Promise<Buffer> {
  return await picture.webp({ quality: QUALITY, effort: EFFORT }).toBuffer();
}

interface FewPixels extends Size {
  readonly rgba: Buffer;
}

async function fewPixels(picture: Sharp, { width, height }: Size): Promise<FewPixels> {
  const scale = HASH_EDGE / Math.max(width, height);
  const edgeOf = (length: number): number => Math.max(HASH_EDGE_MIN, Math.round(length * scale));
  const { data, info } = await picture
    .resize({ width: edgeOf(width), height: edgeOf(height), fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgba: data };
}

/** The average color on a white background. */
function averageOf(rgba: Buffer): string {
  const sums = [0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    const opacity = (rgba[at + 3] ?? 0) / 255;
    for (const channel of [0, 1, 2]) {
      sums[channel] = (sums[channel] ?? 0) + 255 + ((rgba[at + channel] ?? 0) - 255) * opacity;
    }
  }
  return `#${Buffer.from(sums.map((sum) => Math.round((sum * 4) / rgba.length))).toString('hex')}`;
}
