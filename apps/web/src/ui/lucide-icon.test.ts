// The build puts this in the place of lucide's own: here each draws the same icons, as text.
import { Folder, type LucideIcon, Settings, X } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createLucideIcon from './lucide-icon.ts';

const ICONS: readonly (readonly [name: string, own: LucideIcon])[] = [
  ['x', X],
  ['folder', Folder],
  ['settings', Settings],
];

/** The name under which an icon's module exports what is drawn. */
const DATA = '__iconData';

type IconModule = Readonly<Record<typeof DATA, Parameters<typeof createLucideIcon>[0]>>;

test.each(ICONS)('the icon %s is drawn as lucide draws it', async (name, Own) => {
  const icon: IconModule = await import(`../../../../node_modules/lucide-react/dist/esm/icons/${name}.mjs`);
  const options = { size: 20, strokeWidth: 1.75, 'aria-hidden': true, focusable: false } as const;
  const ours = renderToStaticMarkup(createElement(createLucideIcon(icon[DATA]), options));
  const theirs = renderToStaticMarkup(createElement(Own, options));
  expect(partsOf(ours)).toEqual(partsOf(theirs));
});

/** Elements and attributes, but for the classes that lucide adds. */
function partsOf(markup: string): readonly string[] {
  const parts = markup.match(/[\w-]+="[^"]*"|<\/?\w+/g) ?? [];
  return parts.filter((part) => !part.startsWith('class=')).toSorted();
}
