import { useEffect, useEffectEvent } from 'react';

/** The commands that the page currently offers, by id. The palette knows their names and keys. */
export type Commands = Readonly<Record<string, () => void>>;

const sources = new Set<() => Commands>();

export function offeredCommands(): Commands {
  return Object.assign({}, ...Array.from(sources, (read) => read()));
}

export function useCommands(commands: Commands): void {
  const read = useEffectEvent(() => commands);
  useEffect(() => {
    const source = (): Commands => read();
    sources.add(source);
    return () => void sources.delete(source);
  }, []);
}
