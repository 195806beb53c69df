import { useLayoutEffect } from 'react';
import { navigate } from '../lib/address/navigation.ts';

export function Redirect({ to }: { readonly to: string }) {
  useLayoutEffect(() => navigate(to, { isReplacing: true }), [to]);
  return null;
}
