import { accentsOf, type Oklch, oklchOf } from '@coffer/kit';
import { SETTING_DEFAULTS } from '../settings/setting-keys.ts';

/** CSS custom properties by name. */
export type Tokens = Readonly<Record<string, string>>;

/** The same values as in `tokens.css`. */
const OWN_TOKENS: Tokens = {
  '--accent': 'light-dark(oklch(50.5% 0.0858 200.1), oklch(80.02% 0.1001 195.3))',
  '--accent-strong': 'light-dark(oklch(43.5% 0.0758 200.1), oklch(86% 0.085 195.3))',
  '--on-accent': 'light-dark(oklch(100% 0 0), oklch(19.92% 0.03 218.8))',
  '--accent-soft': 'light-dark(oklch(94.46% 0.0242 199.9), oklch(29.91% 0.0448 204.3))',
  '--logo-lid': 'light-dark(oklch(40% 0.07 200), oklch(48% 0.08 200))',
  '--logo-body': 'light-dark(oklch(53% 0.09 200), oklch(62% 0.1 198))',
  '--ceiling-hue': '200',
  '--ceiling-tint': '1',
};

/** The tokens of `tokens.css` that an accent color changes. */
export function accentTokens(hex: string): Tokens {
  if (hex === SETTING_DEFAULTS.brandAccent) return OWN_TOKENS;
  const wanted = oklchOf(hex);
  const { light, dark } = accentsOf(wanted);
  return {
    '--accent': both(light.accent, dark.accent),
    '--accent-strong': both(light.accentStrong, dark.accentStrong),
    '--on-accent': both(light.onAccent, dark.onAccent),
    '--accent-soft': both(light.accentSoft, dark.accentSoft),
    '--logo-lid': both(light.logoLid, dark.logoLid),
    '--logo-body': both(light.logoBody, dark.logoBody),
    '--ceiling-hue': wanted.hue.toFixed(1),
    '--ceiling-tint': Math.min(1.4, wanted.chroma / 0.085).toFixed(2),
  };
}

/** Allowed ratio of width to height. Other logos get padding. */
const RATIO = { min: 0.75, max: 4 } as const;

/** A logo replaces the chest. `logo` is its id or a `data:` URL that ends in its size; empty without a logo. */
export function logoTokens(logo: string): Tokens {
  if (logo === '') return {};
  const [, width = 1, height = 1] = (/(\d+)x(\d+)$/.exec(logo) ?? []).map(Number);
  return {
    '--logo': `url("${logo.startsWith('data:') ? logo : logoAddress(logo, 'logo.webp')}")`,
    '--logo-ratio': Math.min(RATIO.max, Math.max(RATIO.min, width / height)).toFixed(3),
    '--logo-lid': 'transparent',
    '--logo-body': 'transparent',
    '--logo-lock': 'transparent',
  };
}

export function logoAddress(id: string, picture: 'logo.webp' | 'icon.png' | 'favicon.png'): string {
  return `/brand/${id}/${picture}`;
}

function both(one: Oklch, other: Oklch): string {
  return `light-dark(${textOf(one)}, ${textOf(other)})`;
}

function textOf({ lightness, chroma, hue }: Oklch): string {
  return `oklch(${(lightness * 100).toFixed(2)}% ${chroma.toFixed(4)} ${hue.toFixed(1)})`;
}
