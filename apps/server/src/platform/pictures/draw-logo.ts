import type { Sharp } from 'sharp';
import type { SharpModule } from './draw.ts';

export const LOGO_EDGES = { width: 640, height: 160 } as const;
/** A picture with more pixels is not decoded. */
const PIXELS_MAX = 40_000_000;
const ICON_EDGE = 512;
/** The part of an icon that round and rounded frames leave visible. */
const ICON_SAFE_EDGE = 352;
const FAVICON_EDGE = 64;

export interface DrawnLogo {
  /** WebP, within `LOGO_EDGES`. */
  readonly logo: Buffer;
  /** PNG, square, white, with a margin. */
  readonly icon: Buffer;
  /** PNG, square, with a transparent margin. */
  readonly favicon: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Throws if the picture is incomplete or exceeds the limits. */
export async function drawLogo(sharp: SharpModule, bytes: Buffer): Promise<DrawnLogo> {
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', autoOrient: true });
  const { data, info } = await picture
    .resize({ width: 2 * LOGO_EDGES.width, height: ICON_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const drawn = (): Sharp =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const logo = await drawn()
    .resize({ ...LOGO_EDGES, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90, effort: 5 })
    .toBuffer({ resolveWithObject: true });
  const inIcon = await drawn()
    .resize({ ...square(ICON_SAFE_EDGE), fit: 'contain', background: TRANSPARENT })
    .extend({ ...MARGIN, background: TRANSPARENT })
    .png()
    .toBuffer();
  const icon = await sharp(inIcon).flatten({ background: '#ffffff' }).png({ palette: true }).toBuffer();
  const favicon = await drawn()
    .resize({ ...square(FAVICON_EDGE), fit: 'contain', background: TRANSPARENT })
    .png({ palette: true })
    .toBuffer();
  return { logo: logo.data, icon, favicon, width: logo.info.width, height: logo.info.height };
}

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };
const ROOM = (ICON_EDGE - ICON_SAFE_EDGE) / 2;
const MARGIN = { top: ROOM, bottom: ROOM, left: ROOM, right: ROOM };

function square(edge: number): { readonly width: number; readonly height: number } {
  return { width: edge, height: edge };
}
