import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Found, Finder } from '../../../lib/find/finder.ts';
import type { FindTarget } from './find-tools.tsx';
import { printElement } from './print-element.ts';

/** Of a document that stands in the page itself. The element scrolls. */
export function useElementFind(element: RefObject<HTMLElement | null>): {
  readonly target: FindTarget;
  readonly found: Found | undefined;
} {
  const finder = useRef<{ readonly root: HTMLElement; readonly its: Finder }>(undefined);
  const [found, setFound] = useState<Found>();
  useEffect(() => () => finder.current?.its.end(), []);
  const withFinder = (act: (finder: Finder) => Promise<Found>): void => {
    const { current } = element;
    if (current === null) return;
    // The page was redrawn after its source was shown.
    if (finder.current?.root !== current) {
      finder.current = { root: current, its: new Finder({ root: current, scroller: current }) };
    }
    void act(finder.current.its).then(setFound);
  };
  return {
    found,
    target: {
      find: (words) => withFinder(async (each) => await each.find(words)),
      step: (by) => withFinder(async (each) => await each.step(by)),
      end: () => {
        finder.current?.its.end();
        setFound(undefined);
      },
      print: () => {
        if (element.current !== null) printElement(element.current);
      },
    },
  };
}
