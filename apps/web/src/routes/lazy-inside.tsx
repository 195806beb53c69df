import { type ComponentProps, lazy, useState } from 'react';
import type { InsideRoutes as Pages } from './inside.tsx';

type Inside = typeof Pages;

let known: Inside | undefined;

/** Fetches the code of every page behind the sign-in. */
export async function loadInside(): Promise<Inside> {
  known = (await import('./inside.tsx')).InsideRoutes;
  return known;
}

const Later = lazy(async () => ({ default: await loadInside() }));

/**
 * The pages behind the sign-in, drawn at once when their code is there already. `lazy` by itself waits even then, if only for a moment: React
 * shows the fallback, and holds the page back for 300 ms so that nothing flickers.
 */
export function InsideRoutes(props: ComponentProps<Inside>) {
  // One of the two for as long as it is on the page: another type would be mounted anew.
  const [Shown] = useState(() => known ?? Later);
  return <Shown {...props} />;
}
