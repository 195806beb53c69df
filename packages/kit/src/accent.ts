import { contrastOf, isInSrgb, type Oklch, rgbOf } from './colors.ts';

/** The colors of one theme that follow the accent. */
export interface Accent {
  readonly accent: Oklch;
  readonly accentStrong: Oklch;
  readonly onAccent: Oklch;
  readonly accentSoft: Oklch;
  readonly logoLid: Oklch;
  readonly logoBody: Oklch;
}

/**
 * The surfaces of `tokens.css` on which the accent must be readable: the darkest light one, and the lightest dark one.
 */
const LIGHT_SURFACE: Oklch = { lightness: 0.9771, chroma: 0.0035, hue: 219.5 };
const DARK_SURFACE: Oklch = { lightness: 0.2561, chroma: 0.0152, hue: 244.3 };
/** Slightly more than WCAG requires, because values are rounded. */
const CONTRAST = 4.55;
const STEP = 0.004;

/** Keeps hue and chroma of the color, and changes its lightness until text in it and on it is readable. */
export function accentsOf(wanted: Oklch): { readonly light: Accent; readonly dark: Accent } {
  const { chroma, hue } = wanted;
  const tint = (lightness: number, most: number, share = 1): Oklch =>
    inSrgb({ lightness, chroma: Math.min(chroma * share, most), hue });
  const light = {
    onAccent: tint(1, 0),
    accentSoft: tint(0.9446, 0.0242, 0.3),
    logoLid: tint(0.4, 0.12),
    logoBody: tint(0.53, 0.15),
  };
  const dark = {
    onAccent: tint(0.1992, 0.03),
    accentSoft: tint(0.2991, 0.0448, 0.5),
    logoLid: tint(0.48, 0.13),
    logoBody: tint(0.62, 0.15),
  };
  const lightAccent = readable(tint(within(wanted.lightness, 0.32, 0.6), 0.2), -STEP, [
    LIGHT_SURFACE,
    light.accentSoft,
    light.onAccent,
  ]);
  const darkAccent = readable(tint(within(wanted.lightness, 0.72, 0.86), 0.14), STEP, [
    DARK_SURFACE,
    dark.accentSoft,
    dark.onAccent,
  ]);
  return {
    light: { accent: lightAccent, accentStrong: tint(lightAccent.lightness - 0.07, 0.18), ...light },
    dark: {
      accent: darkAccent,
      accentStrong: tint(Math.min(0.94, darkAccent.lightness + 0.06), 0.11),
      ...dark,
    },
  };
}

function readable(color: Oklch, step: number, backs: readonly Oklch[]): Oklch {
  let found = color;
  while (backs.some((back) => contrastOf(rgbOf(found), rgbOf(back)) < CONTRAST)) {
    found = inSrgb({ ...found, lightness: found.lightness + step });
  }
  return found;
}

/** Reduces chroma until the color is in sRGB. Displays show other colors differently, so their contrast is unknown. */
function inSrgb(color: Oklch): Oklch {
  let found = color;
  while (!isInSrgb(found) && found.chroma > 0) {
    found = { ...found, chroma: Math.max(0, found.chroma - STEP) };
  }
  return found;
}

function within(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
