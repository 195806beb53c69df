import { FolderPlus, FolderUp, Keyboard, Upload } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuButton } from '../../ui/overlays/index.ts';
import styles from './browse.module.css';
import type { Opening } from './later/index.ts';
import { loadLater } from './lazy-later.ts';
import { useText } from './texts.ts';

/**
 * Called as soon as there is a choice: opening thousands of files takes the browser a while. `handles` are ways to them that outlive the
 * page, where the browser gives them.
 */
export type OnChosen = (files: readonly File[] | Opening, handles?: readonly FileSystemFileHandle[]) => void;

interface ToolbarProps {
  readonly onNewFolder: () => void;
  readonly onFiles: OnChosen;
  readonly onHelp: () => void;
  /** Opens the choice of files from elsewhere (a key, the empty folder). */
  readonly chooser: RefObject<Chooser | null>;
}

/** Opens the browser's choice of files or of a folder. */
export interface Chooser {
  readonly files: () => void;
  readonly folder: () => void;
}

export function Toolbar({ onNewFolder, onFiles, onHelp, chooser }: ToolbarProps) {
  const text = useText();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const open: Chooser = {
    files: () => void pickFiles(onFiles, () => files.current?.click()),
    folder: () => folder.current?.click(),
  };
  const handleChange = (input: HTMLInputElement): void => {
    onFiles(Array.from(input.files ?? []));
    // The same file may be chosen again.
    input.value = '';
  };
  return (
    <div ref={() => shareChooser(chooser, open)} className={styles['tools']}>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={text('browse.uploadFiles')}
        onChange={(event) => handleChange(event.currentTarget)}
      />
      <input
        ref={(input) => {
          input?.setAttribute('webkitdirectory', '');
          folder.current = input;
        }}
        type="file"
        multiple
        hidden
        aria-label={text('browse.uploadFolder')}
        onChange={(event) => handleChange(event.currentTarget)}
      />
      <span className={styles['wideOnly']}>
        <IconButton icon={Keyboard} label={text('browse.help')} onClick={onHelp} />
      </span>
      <span className={styles['wideOnly']}>
        <Button icon={FolderPlus} onClick={onNewFolder}>
          {text('browse.newFolder')}
        </Button>
      </span>
      <span className={styles['wideOnly']}>
        <IconButton icon={FolderUp} label={text('browse.uploadFolder')} onClick={open.folder} />
      </span>
      <Button tone="primary" icon={Upload} onClick={open.files}>
        {text('browse.upload')}
      </Button>
      <span className={styles['narrowOnly']}>
        <MenuButton
          icon={FolderPlus}
          label={text('browse.more')}
          entries={[
            { id: 'folder', label: text('browse.newFolder'), icon: FolderPlus },
            { id: 'upload', label: text('browse.uploadFolder'), icon: FolderUp },
          ]}
          onAction={(id) => (id === 'folder' ? onNewFolder() : open.folder())}
        />
      </span>
    </div>
  );
}

/** To be called within a click. */
async function pickFiles(onFiles: ToolbarProps['onFiles'], otherwise: () => void): Promise<void> {
  // Only Chromium has it. Others open their choice within the click and no later, however long code would be on its way.
  if (!('showOpenFilePicker' in window)) {
    otherwise();
    return;
  }
  const [code] = await Promise.allSettled([loadLater()]);
  if (code.status === 'fulfilled') await code.value.pickFiles(onFiles, otherwise);
  else otherwise();
}

function shareChooser(chooser: RefObject<Chooser | null>, open: Chooser): void {
  chooser.current = open;
}
