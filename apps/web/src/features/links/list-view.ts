import { useState } from 'react';
import { readSaved, writeSaved } from '../../lib/storage.ts';

export type ListView = 'list' | 'grid';

const SAVED = 'guest-view';

/** Kept in this browser. Without a choice, folders of pictures are best seen as a grid. */
export function useListView(): readonly [ListView, (view: ListView) => void] {
  const [view, setView] = useState<ListView>(() => (readSaved(SAVED) === 'list' ? 'list' : 'grid'));
  return [
    view,
    (chosen) => {
      setView(chosen);
      writeSaved(SAVED, chosen);
    },
  ];
}
