import type { GuestShare } from '@coffer/contracts';
import { SquarePen, Upload } from 'lucide-react';
import { useRef } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { editsText } from '../../../api/links/edits-text.ts';
import { readGuestListAgain } from '../../../api/links/edit-link.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import type { GuestTransfers } from '../request/guest-transfers.ts';
import styles from './edit.module.css';
import { Sending } from './sending.tsx';
import { useText } from './texts.ts';
import { useDrop } from './use-drop.ts';
import { useEditSending } from './use-edit-sending.ts';

interface VersionToolsProps {
  readonly token: string;
  readonly link: GuestShare;
  readonly viewHref: string;
  readonly loadTransfers: () => Promise<GuestTransfers>;
  readonly onSending: (isSending: boolean) => void;
}

/** Lets a guest upload a new version of the only file of the link. */
export function VersionTools({ token, link, viewHref, loadTransfers, onSending }: VersionToolsProps) {
  const { node } = link;
  const text = useText();
  const { ofError } = useErrorTexts();
  const cache = useQueryCache();
  const { engine, open } = useEditSending(token, loadTransfers);
  const input = useRef<HTMLInputElement>(null);
  const upload = async (files: readonly File[]): Promise<void> => {
    const [file] = files;
    if (file === undefined) return;
    if (files.length > 1) {
      showToast({ tone: 'danger', key: 'guest-edit', text: text('guestEdit.version.one') });
      return;
    }
    const [begun] = await Promise.allSettled([open()]);
    if (begun.status === 'rejected') {
      showToast({ tone: 'danger', key: 'guest-edit', text: ofError(apiErrorOf(begun.reason)) });
      await readGuestListAgain(cache, token);
      return;
    }
    begun.value.engine.add(node.id, [{ kind: 'file', path: [file.name], file }], []);
  };
  useDrop((data) => void upload(Array.from(data.files)));
  return (
    <section className={styles['area']} aria-label={text('guestEdit.version')}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text('guestEdit.version')}
        accept={/\.[^.]+$/u.exec(node.name)?.[0]}
        onChange={({ currentTarget }) => {
          void upload(Array.from(currentTarget.files ?? []));
          // Otherwise choosing the same file again fires no event.
          currentTarget.value = '';
        }}
      />
      {editsText(link, link.node) && (
        <Button icon={SquarePen} isWide onClick={() => navigate(`${viewHref}#edit`)}>
          {text('guestEdit.edit')}
        </Button>
      )}
      <Button icon={Upload} isWide onClick={() => input.current?.click()}>
        {text('guestEdit.version')}
      </Button>
      <p className={styles['note']}>{text('guestEdit.version.note')}</p>
      {engine !== undefined && <Sending token={token} engine={engine} onSending={onSending} isVersion />}
    </section>
  );
}
