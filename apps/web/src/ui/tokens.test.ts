// Converts the OKLCH tokens to sRGB (CSS Color 4) and compares contrast ratios (WCAG 2).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accentTokens, SETTING_DEFAULTS } from '@coffer/contracts';
import { accentsOf, contrastOf, hexOf, type Oklch, oklchOf, rgbOf } from '@coffer/kit';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const THEMES = ['light', 'dark'] as const;
const TEXT = 4.5;
const SHAPE = 3;

const KINDS = [
  'folder',
  'image',
  'video',
  'audio',
  'pdf',
  'document',
  'sheet',
  'slides',
  'archive',
  'code',
  'text',
  'other',
];

const SPACES = ['teal', 'blue', 'violet', 'pink', 'red', 'orange', 'amber', 'green'];

const PAIRS: readonly (readonly [front: string, back: string, ratio: number])[] = [
  ...['bg', 'surface', 'raised', 'accent-soft', 'danger-soft', 'warning-soft', 'success-soft'].map(
    (back) => ['text', back, TEXT] as const,
  ),
  ...['bg', 'surface', 'raised', 'accent-soft'].map((back) => ['muted', back, TEXT] as const),
  ...['bg', 'surface', 'raised', 'accent-soft'].map((back) => ['accent', back, TEXT] as const),
  ...['bg', 'surface', 'raised', 'danger-soft'].map((back) => ['danger', back, TEXT] as const),
  ...['bg', 'surface', 'raised', 'warning-soft'].map((back) => ['warning', back, TEXT] as const),
  ...['bg', 'surface', 'raised', 'success-soft'].map((back) => ['success', back, TEXT] as const),
  ...['bg', 'surface', 'raised'].map((back) => ['brass', back, TEXT] as const),
  ...['accent', 'accent-strong'].map((back) => ['on-accent', back, TEXT] as const),
  ...['danger', 'danger-strong'].map((back) => ['on-danger', back, TEXT] as const),
  ['bg', 'text', TEXT],
  ...['bg', 'surface', 'raised'].map((back) => ['border-strong', back, SHAPE] as const),
  ...['keyword', 'string', 'number', 'function'].flatMap((part) => [
    [`code-${part}`, 'surface', TEXT] as const,
    [`code-${part}`, 'accent-soft', TEXT] as const,
  ]),
  ...['surface', 'accent-soft'].map((back) => ['accent-strong', back, TEXT] as const),
  ...SPACES.map((color) => ['on-mark', `mark-${color}`, TEXT] as const),
  ...KINDS.flatMap((kind) => [
    [`kind-${kind}`, 'surface', SHAPE] as const,
    ['on-kind', `kind-${kind}`, SHAPE] as const,
  ]),
];

test.each(THEMES)('every pair of colours has enough contrast in the %s theme', (theme) => {
  const failures = PAIRS.flatMap(([front, back, needed]) => {
    const ratio = contrast(tokenOf(front, theme), tokenOf(back, theme));
    return ratio >= needed ? [] : [`${front} on ${back}: ${ratio.toFixed(2)}, needs ${needed}`];
  });
  expect(failures).toEqual([]);
});

test('the measure is that of WCAG: black on white is 21 to 1, and grey #767676 just passes', () => {
  expect(contrastOf([0, 0, 0], [1, 1, 1])).toBeCloseTo(21);
  expect(contrastOf(rgbOf(oklchOf('#767676')), [1, 1, 1])).toBeCloseTo(4.54, 2);
});

test('the conversion is that of CSS Color 4: the accent is #007378', () => {
  expect(hexOf(tokenOf('accent', 'light'))).toBe('#007378');
  expect(hexOf(oklchOf('#c2185b'))).toBe('#c2185b');
});

test('every part of the application takes its colours from the tokens that exist', () => {
  expect([...css.matchAll(/light-dark\(oklch\(/g)].length).toBeGreaterThan(20);
  expect(() => tokenOf('no-such-token', 'light')).toThrow('no-such-token');
});

test("Coffer's own accent is the one of the tokens", () => {
  const own = Object.entries(accentTokens(SETTING_DEFAULTS.brandAccent));
  expect(own.filter(([name, value]) => !css.includes(`${name}: ${value};`))).toEqual([]);
  expect(Object.keys(accentTokens('#c2185b'))).toEqual(own.map(([name]) => name));
});

/** All hues, each from pale to strong and from black to white. */
const CHOSEN = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((red) =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((green) =>
    [0, 2, 4, 6, 8].map((blue) => {
      const bytes = [red, green, blue].map((eighths) => Math.min(255, eighths * 32));
      return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    }),
  ),
);

test.each(THEMES)('whatever accent is chosen has enough contrast in the %s theme', (theme) => {
  const failures = CHOSEN.flatMap((chosen) => {
    const { accent, accentStrong, accentSoft, onAccent } = accentsOf(oklchOf(chosen))[theme];
    const soft = [accentSoft, ...['bg', 'surface', 'raised'].map((name) => tokenOf(name, theme))];
    const pairs: readonly (readonly [Oklch, Oklch])[] = [
      ...soft.map((back) => [accent, back] as const),
      ...[tokenOf('surface', theme), accentSoft].map((back) => [accentStrong, back] as const),
      ...[accent, accentStrong].map((back) => [onAccent, back] as const),
      ...['text', 'muted', 'code-keyword', 'code-string', 'code-number', 'code-function'].map(
        (name) => [tokenOf(name, theme), accentSoft] as const,
      ),
    ];
    return pairs.filter(([front, back]) => contrast(front, back) < TEXT).map(() => chosen);
  });
  expect(failures).toEqual([]);
});

function tokenOf(name: string, theme: (typeof THEMES)[number]): Oklch {
  const number = String.raw`([\d.]+)`;
  const oklch = String.raw`oklch\(${number}% ${number} ${number}\)`;
  const found = new RegExp(String.raw`--${name}: light-dark\(${oklch}, ${oklch}\);`).exec(css);
  if (found === null) throw new Error(`tokens.css has no ${name}`);
  const values = found.slice(1).map(Number);
  const [lightness = 0, chroma = 0, hue = 0] = theme === 'light' ? values.slice(0, 3) : values.slice(3);
  return { lightness: lightness / 100, chroma, hue };
}

function contrast(front: Oklch, back: Oklch): number {
  return contrastOf(rgbOf(front), rgbOf(back));
}
