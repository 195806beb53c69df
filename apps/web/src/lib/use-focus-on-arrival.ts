import { type RefObject, useEffect } from 'react';

/** Puts the focus into a field when its page opens: for pages whose only purpose is that field. */
export function useFocusOnArrival(target: RefObject<HTMLElement | null>): void {
  useEffect(() => target.current?.focus(), [target]);
}
