import type { NodeId, NodeView } from '@coffer/contracts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { usePreferences } from '../../../lib/hooks/use-preferences.ts';
import { useCommands } from '../../../lib/keys/commands.ts';
import { keyOf } from '../../../lib/keys/key-of.ts';
import { useNewDialogs } from '../page-dialogs.tsx';
import { isKeyForPage } from '../use-page-keys.ts';
import { type Chooser, NewMenu, type OnChosen, type OnImport } from './new-menu.tsx';

interface NewInFolderProps {
  readonly folderId: NodeId;
  readonly onMade: (folderId: NodeId) => void;
  /** Opens a new file in the editor. */
  readonly onEdit: (node: NodeView) => void;
  /** Opens a new file with its name selected. */
  readonly onNamed: (node: NodeView) => void;
  readonly onChosen: OnChosen;
  readonly onImport: OnImport;
}

/** The New menu with its keys and commands, for use outside of the folder's page. */
export function NewInFolder({ folderId, onMade, onEdit, onNamed, onChosen, onImport }: NewInFolderProps) {
  const chooser = useRef<Chooser>(null);
  const dialogs = useNewDialogs({ folderId, onEdit, onNamed }, onMade);
  const newFolder = (): void => dialogs.openNew('folder');
  const uploadFiles = (): void => chooser.current?.files();
  useCommands({
    newFolder,
    newText: () => dialogs.openNew('text'),
    newMarkdown: () => dialogs.openNew('markdown'),
    newFromTemplate: dialogs.openTemplates,
    uploadFiles,
    uploadFolder: () => chooser.current?.folder(),
    import: () => onImport('import'),
    importBucket: () => onImport('bucket'),
  });
  useLetters({ n: newFolder, u: uploadFiles });
  return (
    <>
      <NewMenu
        tools={null}
        chooser={chooser}
        onNew={dialogs.openNew}
        onTemplates={dialogs.openTemplates}
        onFiles={onChosen}
        onImport={onImport}
      />
      {dialogs.element}
    </>
  );
}

function useLetters(letters: Readonly<Record<string, () => void>>): void {
  const { hasLetterKeys } = usePreferences();
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    const act = letters[keyOf(event)];
    const isHeld = event.ctrlKey || event.metaKey || event.altKey;
    if (act === undefined || isHeld || !hasLetterKeys || !isKeyForPage(event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
