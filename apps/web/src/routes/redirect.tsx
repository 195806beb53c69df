import { useLayoutEffect } from 'react';
import { navigate } from '../lib/navigation.ts';

/** Goes on to another path, in the place of this one. */
export function Redirect({ to }: { readonly to: string }) {
  useLayoutEffect(() => navigate(to, { isReplacing: true }), [to]);
  return null;
}
