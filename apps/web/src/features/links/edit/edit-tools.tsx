import type { NodeId } from '@coffer/contracts';
import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { createFolderByLink, readGuestListAgain } from '../../../api/links/edit-link.ts';
import { classes } from '../../../lib/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
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
  /** The target of new items. */
  readonly folderId: NodeId;
  readonly loadTransfers: () => Promise<GuestTransfers>;
}

/** Actions of a guest on the open folder. */
export function EditTools({ token, folderId, loadTransfers }: EditToolsProps) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const cache = useQueryCache();
  const { engine, open } = useEditSending(token, loadTransfers);
  const [isNaming, setNaming] = useState(false);
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
        <Button icon={FolderPlus} onClick={() => setNaming(true)}>
          {text('guestEdit.newFolder')}
        </Button>
        <span className={classes(styles['note'], styles['dropNote'])}>{text('guestEdit.drop')}</span>
      </div>
      {engine !== undefined && <Sending token={token} engine={engine} />}
      {isNaming && (
        <NameDialog
          title={text('guestEdit.newFolder.title')}
          name=""
          saveLabel={text('guestEdit.newFolder.create')}
          onSave={async (name) => {
            await createFolderByLink((await open()).session, { parentId: folderId, name });
            showToast({ tone: 'success', key: 'guest-edit', text: text('guestEdit.made', { name }) });
            await readGuestListAgain(cache, token);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </section>
  );
}
