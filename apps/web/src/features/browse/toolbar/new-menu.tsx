import { Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { MenuButton } from '../../../ui/overlays/index.ts';
import type { Opening } from '../actions/index.ts';
import styles from '../browse.module.css';
import { loadActions, NewEntries } from '../lazy-actions.ts';
import type { Made } from '../page-dialogs.tsx';
import { useText } from '../texts.ts';

/**
 * Called before the files are opened, because opening thousands of files takes time. `handles` stay valid after the
 * page is closed.
 */
export type OnChosen = (files: readonly File[] | Opening, handles?: readonly FileSystemFileHandle[]) => void;

/** Imports a zip file, or from a bucket. */
export type OnImport = (from: 'import' | 'bucket') => void;

interface NewMenuProps {
  readonly tools: ReactNode;
  readonly onNew: (made: Made) => void;
  readonly onTemplates: () => void;
  readonly onFiles: OnChosen;
  readonly onImport: OnImport;
  readonly chooser: RefObject<Chooser | null>;
}

export interface Chooser {
  readonly files: () => void;
  readonly folder: () => void;
}

export function NewMenu({ tools, onNew, onTemplates, onFiles, onImport, chooser }: NewMenuProps) {
  const text = useText();
  const { mayAdd } = useSpaceRights();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const open: Chooser = {
    files: () => void pickFiles(onFiles, () => files.current?.click()),
    folder: () => folder.current?.click(),
  };
  const handleChange = (input: HTMLInputElement): void => {
    onFiles(Array.from(input.files ?? []));
    // Without this, choosing the same file again would fire no event.
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
      {tools}
      {mayAdd && (
        <MenuButton
          tone="primary"
          lead={Plus}
          label={text('browse.new')}
          as={NewEntries}
          onAction={(id) => {
            if (id === 'files') open.files();
            else if (id === 'folders') open.folder();
            else if (id === 'template') onTemplates();
            else if (id === 'import' || id === 'bucket') onImport(id);
            else onNew(id === 'text' || id === 'markdown' ? id : 'folder');
          }}
        />
      )}
    </div>
  );
}

/** Must be called within a click. */
async function pickFiles(onFiles: OnChosen, otherwise: () => void): Promise<void> {
  // Only Chromium supports this picker. Other browsers open a picker only synchronously within the click.
  if (!('showOpenFilePicker' in window)) {
    otherwise();
    return;
  }
  const [code] = await Promise.allSettled([loadActions()]);
  if (code.status === 'fulfilled') await code.value.pickFiles(onFiles, otherwise);
  else otherwise();
}

function shareChooser(chooser: RefObject<Chooser | null>, open: Chooser): void {
  chooser.current = open;
}
