import { type ComponentProps, lazy, useState } from 'react';
import type { SignedIn } from '../api/session.ts';
import type * as Code from './inside.tsx';

type Inside = typeof Code.InsideRoutes;

let known: typeof Code | undefined;

/** Fetches the code of every page behind the sign-in. */
export async function loadInside(): Promise<typeof Code> {
  known = await import('./inside.tsx');
  return known;
}

/** Whoever stands at the door wants in: while the password is typed, the page behind it arrives and is made ready. */
export async function loadAhead(): Promise<void> {
  (await loadInside()).warmInside();
}

/** Has the first rows asked for before their page is drawn, where its code is there already. */
export function prepareInside(session: SignedIn, address: string): void {
  known?.prepareInside(session, address);
}

const Later = lazy(async () => ({ default: (await loadInside()).InsideRoutes }));

/**
 * The pages behind the sign-in, drawn at once when their code is there already. `lazy` by itself waits even then, if only for a moment: React
 * shows the fallback, and holds the page back for 300 ms so that nothing flickers.
 */
export function InsideRoutes(props: ComponentProps<Inside>) {
  // One of the two for as long as it is on the page: another type would be mounted anew.
  const [Shown] = useState(() => known?.InsideRoutes ?? Later);
  return <Shown {...props} />;
}
