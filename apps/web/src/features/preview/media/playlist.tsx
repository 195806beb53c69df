import { useState } from 'react';
import { readSaved, writeSaved } from '../../../lib/storage.ts';
import type { Around, ViewedNode } from '../viewer.ts';
import styles from './media.module.css';
import { useText } from './texts.ts';

const FILES_SEEN = 100;
const SAVED = 'play-next';

/** Id of the file that should start playing. A new instance of the viewer shows it and reads this. */
let continuing: ViewedNode['id'] | undefined;

interface PlaylistState {
  readonly files: readonly ViewedNode[];
  readonly isOn: boolean;
  readonly setOn: (isOn: boolean) => void;
  readonly isContinuing: () => boolean;
  readonly playNext: () => void;
}

/** The files of the same kind, video or audio, around this one in the list. */
export function usePlaylist(node: ViewedNode, around: Around, kind: 'video' | 'audio'): PlaylistState {
  const [isOn, setOn] = useState(() => readSaved(SAVED) !== false);
  const files: ViewedNode[] = [];
  for (let offset = -FILES_SEEN; offset <= FILES_SEEN; offset += 1) {
    const file = offset === 0 ? node : around.at(offset);
    if (file?.mediaType?.startsWith(`${kind}/`) === true) files.push(file);
  }
  return {
    files,
    isOn,
    setOn: (chosen) => {
      setOn(chosen);
      writeSaved(SAVED, chosen);
    },
    isContinuing: () => {
      const isExpected = continuing === node.id;
      continuing = undefined;
      return isExpected;
    },
    playNext: () => {
      const next = files[files.findIndex(({ id }) => id === node.id) + 1];
      if (!isOn || next === undefined) return;
      continuing = next.id;
      around.show(next);
    },
  };
}

interface PlaylistProps {
  readonly playlist: PlaylistState;
  readonly around: Around;
  readonly node: ViewedNode;
}

export function Playlist({ playlist, around, node }: PlaylistProps) {
  const text = useText();
  const { files, isOn, setOn } = playlist;
  if (files.length < 2) return null;
  return (
    <section aria-label={text('media.list')} className={styles['list']}>
      <header className={styles['listHead']}>
        <h2>{text('media.list')}</h2>
        <label>
          <input type="checkbox" checked={isOn} onChange={() => setOn(!isOn)} />
          {text('media.playNext')}
        </label>
      </header>
      <ol className={styles['files']}>
        {files.map((file) => (
          <li key={file.id}>
            <button
              type="button"
              aria-current={file.id === node.id || undefined}
              className={styles['file']}
              onClick={() => file.id !== node.id && around.show(file)}
            >
              <span className={styles['poster']}>{around.renderPicture(file)}</span>
              <span className={styles['name']} dir="auto">
                {file.name}
                {file.id === node.id && <small>{text('media.current')}</small>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
