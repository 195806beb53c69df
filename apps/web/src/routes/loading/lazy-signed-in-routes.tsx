import { type ComponentProps, useState } from 'react';
import type { SignedIn } from '../../api/session/session.ts';
import type * as Code from '../signed-in-routes.tsx';
import { lazy } from '../../ui/loading/lazy.tsx';

type Routes = typeof Code.SignedInRoutes;

let known: typeof Code | undefined;

export async function loadSignedInRoutes(): Promise<typeof Code> {
  known = await import('../signed-in-routes.tsx');
  return known;
}

/** Waits for the code, and briefly for the first list. Data that arrives later is rendered in another pass. */
export async function prepareSignedInRoutes(session: SignedIn, address: string): Promise<void> {
  await Promise.allSettled([loadSignedInRoutes()]);
  await known?.prepareSignedInRoutes(session, address);
}

const Later = lazy(async () => ({ default: (await loadSignedInRoutes()).SignedInRoutes }));

/** Not only `lazy`, which suspends even when its code is loaded; React then waits 300 ms. */
export function SignedInRoutes(props: ComponentProps<Routes>) {
  // Kept in state, because another component type would remount the page.
  const [Shown] = useState(() => known?.SignedInRoutes ?? Later);
  return <Shown {...props} />;
}
