import type { BucketSource, BucketSurvey, NodeId } from '@coffer/contracts';
import { useRef, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { importBucket, surveyBucket } from '../../api/jobs/bucket-imports.ts';
import { useFocusOnArrival } from '../../lib/hooks/use-focus-on-arrival.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Dialog, DialogActions } from '../../ui/overlays/index.ts';
import { Muted, Stack } from '../../ui/page/stack.tsx';
import styles from './bucket-import.module.css';
import { SourceForm } from './source-form.tsx';
import { useText } from './texts.ts';

interface BucketImportDialogProps {
  readonly folderId: NodeId;
  readonly onClose: () => void;
}

/** Asks for the source, shows what is there, and starts the import, which then runs on the server. */
export function BucketImportDialog({ folderId, onClose }: BucketImportDialogProps) {
  const text = useText();
  const [source, setSource] = useState<BucketSource>();
  const look = useMutation(async (asked: BucketSource) => await surveyBucket(folderId, asked));
  const start = useMutation(async (asked: BucketSource) => await importBucket(folderId, asked));
  const [found, setFound] = useState<BucketSurvey>();
  const handleLook = async (asked: BucketSource): Promise<void> => {
    setSource(asked);
    setFound((await look.run(asked)).data);
  };
  const handleStart = async (asked: BucketSource): Promise<void> => {
    if ((await start.run(asked)).data !== undefined) onClose();
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={text('bucketImport.title')}
      closeLabel={text('bucketImport.cancel')}
      onClose={onClose}
    >
      {found === undefined || source === undefined ? (
        <SourceForm
          source={source}
          failure={look.failure}
          isPending={look.isPending}
          onLook={(asked) => void handleLook(asked)}
          onClose={onClose}
        />
      ) : (
        <Found
          source={source}
          found={found}
          failure={start.failure}
          isPending={start.isPending}
          onBack={() => {
            start.reset();
            setFound(undefined);
          }}
          onStart={() => void handleStart(source)}
        />
      )}
    </Dialog>
  );
}

interface FoundProps {
  readonly source: BucketSource;
  readonly found: BucketSurvey;
  readonly failure: { readonly cause: unknown } | undefined;
  readonly isPending: boolean;
  readonly onBack: () => void;
  readonly onStart: () => void;
}

function Found({ source, found, failure, isPending, onBack, onStart }: FoundProps) {
  const text = useText();
  const words = useErrorTexts();
  const { number, size } = useFormats();
  const result = useRef<HTMLParagraphElement>(null);
  useFocusOnArrival(result);
  const { objects, sizeBytes, isComplete } = found;
  const isEmpty = objects === 0 && isComplete;
  return (
    <Stack>
      <Refusal words={words.ofFailure(failure)} />
      <p className={styles['source']} dir="auto">
        {`${source.bucket}/${source.prefix}`}
      </p>
      <p ref={result} tabIndex={-1} className={styles['found']}>
        {isEmpty
          ? text('bucketImport.empty')
          : isComplete
            ? text('bucketImport.found', { count: objects, size: size(sizeBytes) })
            : text('bucketImport.foundMore', { number: number(objects) })}
      </p>
      {!isEmpty && (
        <>
          <Muted>{text('bucketImport.again')}</Muted>
          <Muted>{text('bucketImport.mayClose')}</Muted>
        </>
      )}
      <DialogActions>
        <Button onClick={onBack}>{text('bucketImport.back')}</Button>
        {!isEmpty && (
          <Button tone="primary" isBusy={isPending} onClick={onStart}>
            {text('bucketImport.start')}
          </Button>
        )}
      </DialogActions>
    </Stack>
  );
}
