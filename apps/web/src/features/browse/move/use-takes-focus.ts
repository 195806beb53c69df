import { useState } from 'react';

/** Whether a list takes the focus when it appears: not while somebody types in the search field. Evaluated once. */
export function useTakesFocus(): boolean {
  const [takesFocus] = useState(() => document.activeElement?.matches('[type="search"]') !== true);
  return takesFocus;
}
