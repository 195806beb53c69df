import { useState } from 'react';

/** Asked once, when a list appears: it takes the focus unless somebody types in the field that finds folders. */
export function useTakesFocus(): boolean {
  const [takesFocus] = useState(() => document.activeElement?.matches('[type="search"]') !== true);
  return takesFocus;
}
