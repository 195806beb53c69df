import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { leanIcon } from './lean-icons.ts';

const ICONS = fileURLToPath(new URL('../../../node_modules/lucide-react/dist/esm/icons/', import.meta.url));

test.each(['settings', 'trash', 'x'])('the icon %s keeps its shapes, and nothing else', (name) => {
  const code = readFileSync(`${ICONS}${name}.mjs`, 'utf8');
  const lean = leanIcon(code);
  expect(shapesOf(lean)).toEqual(shapesOf(code));
  expect(shapesOf(lean).length).toBeGreaterThan(0);
  expect(lean).not.toMatch(/\b(key|name|size|aliases):|__iconData\.node/);
  expect(lean).toContain('createLucideIcon(__iconData)');
});

test('what is not known of an icon ends the build', () => {
  const code = 'const __iconData = {\n  name: "x",\n  tint: "red",\n  node: []\n};\n';
  expect(() => leanIcon(code)).toThrow('something new:   tint:');
});

test('another size than the usual one ends the build', () => {
  const code = 'const __iconData = {\n  name: "x",\n  size: 32,\n  node: []\n};\n';
  expect(() => leanIcon(code)).toThrow('something new:   size:');
});

/** Every attribute of every shape but the key of React, in its order. */
function shapesOf(code: string): readonly string[] {
  return Array.from(
    code.matchAll(/\b(d|[cr][xy]?|[xy][12]?|width|height|points): "[^"]*"/g),
    ([whole]) => whole,
  );
}
