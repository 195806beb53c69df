import { type GuestShare, isKindAccepted, type NodeId } from '@coffer/contracts';
import { FileText, FolderPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { createFolderByLink, readGuestListAgain } from '../../../api/links/edit-link.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { classes } from '../../../lib/classes.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { MenuButton } from '../../../ui/overlays/index.ts';
import { FileChoosers } from '../request/file-choosers.tsx';
import type { ChosenFiles, GuestTransfers } from '../request/guest-transfers.ts';
import { readDrop, readFiles } from '../request/read-chosen.ts';
import styles from './edit.module.css';
import { NameDialog } from './name-dialog.tsx';
import { Sending } from './sending.tsx';
import { useText } from './texts.ts';
import { useDrop } from './use-drop.ts';
import { useEditSending } from './use-edit-sending.ts';

interface EditToolsProps {
  readonly token: string;
  /** Kinds of files that the link accepts. Empty if it accepts all. */
  readonly kinds: GuestShare['kinds'];
  /** The folder in which new items are created. */
  readonly folderId: NodeId;
  readonly viewHrefOf: (fileId: NodeId) => string;
  readonly loadTransfers: () => Promise<GuestTransfers>;
  readonly onSending: (isSending: boolean) => void;
}

/** Actions of a guest on the open folder. */
export function EditTools({ token, kinds, folderId, viewHrefOf, loadTransfers, onSending }: EditToolsProps) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const cache = useQueryCache();
  const { engine, open } = useEditSending(token, loadTransfers);
  const [named, setNamed] = useState<string>();
  const upload = async (reading: Promise<ChosenFiles>): Promise<void> => {
    const [begun] = await Promise.allSettled([Promise.all([reading, open()])]);
    if (begun.status === 'rejected') {
      showToast({ tone: 'danger', key: 'guest-edit', text: ofError(apiErrorOf(begun.reason)) });
      await readGuestListAgain(cache, token);
      return;
    }
    const [{ entries, roots }, { engine: opened }] = begun.value;
    opened.add(folderId, entries, roots);
  };
  useDrop((data) => void upload(readDrop(loadTransfers, data)));
  return (
    <section className={styles['area']} aria-label={text('guestEdit.progress')}>
      <div className={styles['tools']}>
        <FileChoosers
          filesLabel={text('guestEdit.files')}
          folderLabel={text('guestEdit.folder')}
          isPrimary={false}
          onFiles={(files) => void upload(readFiles(loadTransfers, files))}
        />
        <MenuButton
          lead={Plus}
          label={text('guestEdit.new')}
          entries={[
            { id: 'folder', label: text('guestEdit.newFolder'), icon: FolderPlus },
            ...(isKindAccepted('new.txt', kinds)
              ? [
                  { id: 'text', label: text('guestEdit.new.text'), icon: FileText },
                  { id: 'markdown', label: text('guestEdit.new.markdown'), icon: FileText },
                ]
              : []),
          ]}
          onAction={setNamed}
        />
        <span className={classes(styles['note'], styles['dropNote'])}>{text('guestEdit.drop')}</span>
      </div>
      {engine !== undefined && <Sending token={token} engine={engine} onSending={onSending} />}
      {(named === 'text' || named === 'markdown') && (
        <NameDialog
          title={text(`guestEdit.new.${named}`)}
          saveLabel={text('guestEdit.newFolder.create')}
          onSave={async (name) => {
            const { makeFile } = await import('./make-file.ts');
            const id = await makeFile(token, { parentId: folderId, name, kind: named });
            await readGuestListAgain(cache, token);
            navigate(`${viewHrefOf(id)}#edit`);
          }}
          onClose={() => setNamed(undefined)}
        />
      )}
      {named === 'folder' && (
        <NameDialog
          title={text('guestEdit.newFolder.title')}
          saveLabel={text('guestEdit.newFolder.create')}
          onSave={async (name) => {
            await createFolderByLink((await open()).session, { parentId: folderId, name });
            showToast({ tone: 'success', key: 'guest-edit', text: text('guestEdit.made', { name }) });
            await readGuestListAgain(cache, token);
          }}
          onClose={() => setNamed(undefined)}
        />
      )}
    </section>
  );
}
