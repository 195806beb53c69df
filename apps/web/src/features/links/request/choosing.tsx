import type { GuestRequest } from '@coffer/contracts';
import { HardDriveUpload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { DroppedFiles } from '../../../lib/held-drop.ts';
import { useHeldDrop } from '../../../lib/hooks/use-held-drop.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { mergeChosen } from './chosen-rows.ts';
import { FileChoosers } from './file-choosers.tsx';
import type { ChosenFiles, GuestSending, GuestTransfers, OwnHandIn } from './guest-transfers.ts';
import { readDrop, readFiles } from './read-chosen.ts';
import styles from './request.module.css';
import { useText } from './texts.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const ChosenList = lazy(async () => ({ default: (await import('./steps.ts')).ChosenList }));

interface ChoosingProps {
  readonly token: string;
  readonly request: GuestRequest;
  readonly loadTransfers: () => Promise<GuestTransfers>;
  readonly onBegun: (handIn: OwnHandIn, sending: GuestSending) => void;
}

const NOTHING: ChosenFiles = { entries: [], roots: [] };

/** Nothing is sent before the guest confirms. */
export function Choosing({ token, request, loadTransfers, onBegun }: ChoosingProps) {
  const text = useText();
  const [chosen, setChosen] = useState(NOTHING);
  const [isUnread, setUnread] = useState(false);
  const add = async (reading: Promise<ChosenFiles>): Promise<void> => {
    const [read] = await Promise.allSettled([reading]);
    setUnread(read.status === 'rejected');
    if (read.status === 'fulfilled') setChosen((before) => mergeChosen(before, read.value));
  };
  const isFull = request.filesLeft === 0 || request.bytesLeft === 0;
  if (isFull) {
    return (
      <Banner tone="info" title={text('request.full.title')}>
        <p>{text('request.full.text')}</p>
      </Banner>
    );
  }
  return (
    <>
      <DropArea
        onDrop={(data) => void add(readDrop(loadTransfers, data))}
        onFiles={(files) => void add(readFiles(loadTransfers, files))}
        isPrimary={chosen.entries.length === 0}
      />
      {isUnread && (
        <Banner tone="danger" isAlert>
          <p>{text('request.unread')}</p>
        </Banner>
      )}
      {chosen.entries.length > 0 && (
        <Suspense fallback={<Spinner size="large" label={text('request.chosen')} />}>
          <ChosenList
            token={token}
            request={request}
            chosen={chosen}
            loadTransfers={loadTransfers}
            onChange={setChosen}
            onBegun={onBegun}
          />
        </Suspense>
      )}
    </>
  );
}

interface DropAreaProps {
  readonly isPrimary: boolean;
  readonly onDrop: (data: DroppedFiles) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

function DropArea({ isPrimary, onDrop, onFiles }: DropAreaProps) {
  const text = useText();
  const isOver = useDropAnywhere(onDrop);
  return (
    <div className={styles['drop']} data-over={isOver || undefined}>
      <span className={styles['badge']}>
        <Icon of={HardDriveUpload} size={24} />
      </span>
      <div className={styles['dropWords']}>
        <strong>{text('request.drop')}</strong>
        <span className={styles['muted']}>{text('request.drop.note')}</span>
      </div>
      <FileChoosers
        filesLabel={text('request.chooseFiles')}
        folderLabel={text('request.chooseFolder')}
        isPrimary={isPrimary}
        onFiles={onFiles}
      />
    </div>
  );
}

/**
 * Accepts drops on the whole page, because the browser would open files dropped elsewhere. True while files are
 * dragged over the page.
 */
function useDropAnywhere(onDrop: (data: DroppedFiles) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onDrop);
  useHeldDrop(onDrop);
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const handleOver = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    document.addEventListener('dragenter', handleOver, { signal });
    document.addEventListener('dragover', handleOver, { signal });
    const handleLeave = ({ relatedTarget }: DragEvent): void => {
      // The pointer has left the window.
      if (relatedTarget === null) setOver(false);
    };
    document.addEventListener('dragleave', handleLeave, { signal });
    const handleDrop = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer !== null) take(event.dataTransfer);
    };
    document.addEventListener('drop', handleDrop, { signal });
    return () => over.abort();
  }, []);
  return isOver;
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
