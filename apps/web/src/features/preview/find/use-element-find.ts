import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Found, Finder } from '../../../lib/find/finder.ts';
import type { FindTarget } from './find-tools.tsx';
import { printElement } from './print-element.ts';

/** Finds words in a document that is rendered in the page, inside the scrolling `element`. */
export function useElementFind(element: RefObject<HTMLElement | null>): {
  readonly target: FindTarget;
  readonly found: Found | undefined;
} {
  const finder = useRef<{ readonly root: HTMLElement; readonly finder: Finder }>(undefined);
  const [found, setFound] = useState<Found>();
  useEffect(() => () => finder.current?.finder.end(), []);
  const withFinder = (act: (finder: Finder) => Promise<Found>): void => {
    const { current } = element;
    if (current === null) return;
    // Switching to the source and back renders the document in a new element.
    if (finder.current?.root !== current) {
      finder.current = { root: current, finder: new Finder({ root: current, scroller: current }) };
    }
    void act(finder.current.finder).then(setFound);
  };
  return {
    found,
    target: {
      find: (words) => withFinder(async (each) => await each.find(words)),
      step: (by) => withFinder(async (each) => await each.step(by)),
      end: () => {
        finder.current?.finder.end();
        setFound(undefined);
      },
      print: () => {
        if (element.current !== null) printElement(element.current);
      },
    },
  };
}
