import { useEffect, useEffectEvent, useState } from 'react';
import { isCovered } from '../../../lib/keys/is-covered.ts';
import { commandOf } from '../../../lib/keys/key-of.ts';
import { type Commands, offeredCommands } from '../../../lib/keys/commands.ts';
import type { PaletteProps } from './palette-props.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Opens the palette on Ctrl+K or Cmd+K, even from a field. */
export function PaletteKey(props: PaletteProps) {
  // The commands at the time of opening. The selection cannot change while the palette is open.
  const [commands, setCommands] = useState<Commands>();
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    if (commandOf(event) !== 'k' || event.defaultPrevented || isCovered()) return;
    event.preventDefault();
    setCommands(offeredCommands());
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => handleKey(event);
    // Listens in the capture phase, because fields such as the name field stop their key events.
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
