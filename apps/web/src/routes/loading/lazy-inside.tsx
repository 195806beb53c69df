import { type ComponentProps, lazy, useState } from 'react';
import type { SignedIn } from '../../api/session/session.ts';
import type * as Code from '../inside.tsx';

type Inside = typeof Code.InsideRoutes;

let known: typeof Code | undefined;

export async function loadInside(): Promise<typeof Code> {
  known = await import('../inside.tsx');
  return known;
}

/** Preloads the pages while the password is typed. */
export async function loadAhead(): Promise<void> {
  (await loadInside()).warmInside();
}

export function prepareInside(session: SignedIn, address: string): void {
  known?.prepareInside(session, address);
}

const Later = lazy(async () => ({ default: (await loadInside()).InsideRoutes }));

/** `lazy` suspends even when loaded, and React then waits 300 ms. */
export function InsideRoutes(props: ComponentProps<Inside>) {
  // Another component type would remount the page.
  const [Shown] = useState(() => known?.InsideRoutes ?? Later);
  return <Shown {...props} />;
}
