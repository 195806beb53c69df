import { useEffect, useEffectEvent, useState } from 'react';
import { isCovered } from '../../../lib/keys/is-covered.ts';
import { commandOf } from '../../../lib/keys/key-of.ts';
import { type Commands, offeredCommands } from '../../../lib/keys/commands.ts';
import type { PaletteProps } from './palette-props.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Opens on Ctrl+K or Cmd+K, from a field too. */
export function PaletteKey(props: PaletteProps) {
  // A snapshot at opening: the selection does not change while it is open.
  const [commands, setCommands] = useState<Commands>();
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    if (commandOf(event) !== 'k' || event.defaultPrevented || isCovered()) return;
    event.preventDefault();
    setCommands(offeredCommands());
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => handleKey(event);
    // Fields, such as that of a new name, keep their keys from the page.
    document.addEventListener('keydown', handle, { capture: true });
    return () => document.removeEventListener('keydown', handle, { capture: true });
  }, []);
  return (
    commands !== undefined && (
      <Suspense fallback={null}>
        <Palette {...props} commands={commands} onClose={() => setCommands(undefined)} />
      </Suspense>
    )
  );
}
