// Converts the OKLCH tokens to sRGB (CSS Color 4) and compares contrast ratios (WCAG 2).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
    const ratio = contrast(colourOf(front, theme), colourOf(back, theme));
    return ratio >= needed ? [] : [`${front} on ${back}: ${ratio.toFixed(2)}, needs ${needed}`];
  });
  expect(failures).toEqual([]);
});

test('the measure is that of WCAG: black on white is 21 to 1, and grey #767676 just passes', () => {
  expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21);
  const grey = linear(0x76 / 255);
  expect(contrast([grey, grey, grey], [1, 1, 1])).toBeCloseTo(4.54, 2);
});

test('the conversion is that of CSS Color 4: the accent is #007378', () => {
  const [red, green, blue] = colourOf('accent', 'light').map((value) => Math.round(encoded(value) * 255));
  expect([red, green, blue]).toEqual([0x00, 0x73, 0x78]);
});

test('every part of the application takes its colours from the tokens that exist', () => {
  expect([...css.matchAll(/light-dark\(oklch\(/g)].length).toBeGreaterThan(20);
  expect(() => colourOf('no-such-token', 'light')).toThrow('no-such-token');
});

type Rgb = readonly [red: number, green: number, blue: number];

function colourOf(name: string, theme: (typeof THEMES)[number]): Rgb {
  const number = String.raw`([\d.]+)`;
  const oklch = String.raw`oklch\(${number}% ${number} ${number}\)`;
  const found = new RegExp(String.raw`--${name}: light-dark\(${oklch}, ${oklch}\);`).exec(css);
  if (found === null) throw new Error(`tokens.css has no ${name}`);
  const values = found.slice(1).map(Number);
  const [lightness = 0, chroma = 0, hue = 0] = theme === 'light' ? values.slice(0, 3) : values.slice(3);
  return fromOklch(lightness / 100, chroma, (hue * Math.PI) / 180);
}

function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    inGamut(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    inGamut(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    inGamut(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ];
}

function inGamut(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted(
    (left, right) => left - right,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function encoded(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}
