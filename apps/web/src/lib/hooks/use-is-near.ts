import { type RefObject, useEffect, useState } from 'react';

const listeners = new WeakMap<Element, (isNear: boolean) => void>();

/** One observer for all elements: in a document of 1,000 pages, separate observers would each run in every frame. */
let observer: IntersectionObserver | undefined;

function sharedObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { rootMargin: '100% 0px' },
  );
  return observer;
}

export function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    listeners.set(target, setNear);
    sharedObserver().observe(target);
    return () => {
      sharedObserver().unobserve(target);
      listeners.delete(target);
    };
  }, [element]);
  return isNear;
}
