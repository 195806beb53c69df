import type { LucideProps } from 'lucide-react';
import { type ComponentType, createElement } from 'react';

type Props = Omit<LucideProps, 'ref'>;

interface IconData {
  readonly name: string;
  readonly size?: number;
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/**
 * What each icon of lucide-react is made with in the build (vite.config.ts), in the place of its own function of the same name: that one
 * has contexts and options that `ui/icon.tsx` does not use, and weighs more than all icons of a page.
 */
// oxlint-disable-next-line import/no-default-export -- it takes the place of a module that is imported by its default
export default function createLucideIcon({ node, size: box = 24 }: IconData): ComponentType<Props> {
  function Icon({ size = 24, strokeWidth = 2, ...rest }: Props) {
    const shape = {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: `0 0 ${box} ${box}`,
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    } as const;
    const parts = node.map(([tag, attributes]) => createElement(tag, attributes));
    return createElement('svg', { ...shape, ...rest }, ...parts);
  }
  return Icon;
}
