import { type RefObject, useEffect } from 'react';

export function useFocusOnArrival(target: RefObject<HTMLElement | null>): void {
  useEffect(() => target.current?.focus(), [target]);
}
