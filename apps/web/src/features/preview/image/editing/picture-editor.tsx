import type { NodeView } from '@coffer/contracts';
import { FileQuestion } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { commandOf } from '../../../../lib/keys/key-of.ts';
import { useHistoryGuard } from '../../../../lib/hooks/use-history-guard.ts';
import { useLeaveWarning } from '../../../../lib/hooks/use-leave-warning.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Spinner } from '../../../../ui/feedback/spinner.tsx';
import { CropFrame } from './crop-frame.tsx';
import { LeavePicture } from './leave-picture.tsx';
import styles from './editing.module.css';
import { EditTools } from './edit-tools.tsx';
import { drawRotated, type Edits, isEdited, rotatedSize } from './edits.ts';
import { SavedNotice } from './saved-notice.tsx';
import { useText } from './texts.ts';
import { useEdits } from './use-edits.ts';
import { type OpenedPicture, usePicture } from './use-picture.ts';
import { useSavePicture } from './use-save-picture.ts';
import { useViewerKeys } from '../../use-viewer-keys.ts';

interface PictureEditorProps {
  readonly node: NodeView;
  readonly ref: Ref<{ readonly leave: (next: () => void) => void }>;
  readonly renderFailed: (onRetry: () => void) => ReactNode;
  readonly onDownload: () => void;
  readonly onDone: () => void;
}

export function PictureEditor({ renderFailed, onDownload, ...rest }: PictureEditorProps) {
  const text = useText();
  const [attempt, setAttempt] = useState(1);
  const opened = usePicture(rest.node.id, attempt);
  if (opened === undefined) return <Spinner size="large" label={text('edit.opening')} />;
  if (opened === 'failed') return renderFailed(() => setAttempt(attempt + 1));
  if (opened === 'too large') {
    return (
      <EmptyState
        icon={FileQuestion}
        title={text('edit.tooLarge.title')}
        text={text('edit.tooLarge.text')}
        action={
          <>
            <Button tone="primary" onClick={onDownload}>
              {text('edit.download')}
            </Button>
            <Button onClick={rest.onDone}>{text('edit.cancel')}</Button>
          </>
        }
      />
    );
  }
  return <EditorSheet key={opened.versionId} {...rest} opened={opened} />;
}

type SheetProps = Pick<PictureEditorProps, 'node' | 'ref' | 'onDone'> & { readonly opened: OpenedPicture };

function EditorSheet({ node, ref, opened, onDone }: SheetProps) {
  const text = useText();
  const { bitmap, mediaType } = opened;
  const { state, save, saveAnyway, saveCopy, retry } = useSavePicture({ node, opened, onDone });
  const isSaving = state.kind === 'saving';
  const editing = useEdits(bitmap, isSaving);
  const { last, shown, isDirty, undo } = editing;
  const [next, setNext] = useState<() => void>();
  const sheet = useRef<HTMLElement>(null);
  const picture = rotatedSize(shown, bitmap);
  useLeaveWarning(isDirty);
  const leave = (then: () => void): void => {
    if (isDirty) setNext(() => then);
    else then();
  };
  const letPass = useHistoryGuard(isDirty, leave);
  const discard = (): void => {
    letPass();
    next?.();
  };
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  // The handle never changes, because a new one would rerender the preview.
  const [handle] = useState(() => ({ leave: (then: () => void) => latest.current(then) }));
  useImperativeHandle(ref, () => handle, [handle]);
  useEffect(() => sheet.current?.focus(), []);
  const saveEdited = (edits: Edits): void => {
    if (isEdited(edits, bitmap) && !isSaving) void save(edits);
  };
  useViewerKeys((event) => {
    const command = commandOf(event);
    if (command !== 'z' && command !== 's') return;
    event.preventDefault();
    if (command === 'z') undo();
    else saveEdited(last);
  });
  return (
    <section
      ref={sheet}
      tabIndex={-1}
      aria-label={text('edit.name', { name: node.name })}
      data-editor
      data-unsaved={isDirty || undefined}
      aria-busy={isSaving}
      className={styles['editor']}
    >
      <div className={styles['desk']}>
        <div className={styles['room']}>
          <div
            className={styles['fit']}
            style={{
              aspectRatio: `${picture.width} / ${picture.height}`,
              inlineSize: `min(100cqi, 100cqb * ${picture.width / picture.height})`,
            }}
          >
            <RotatedPicture bitmap={bitmap} edits={shown} />
            <CropFrame area={shown.area} picture={picture} ratio={editing.ratio} onChange={editing.crop} />
          </div>
        </div>
      </div>
      <div className={styles['tools']}>
        <EditTools editing={editing} bitmap={bitmap} onSave={saveEdited} />
        <p className={styles['note']}>
          {mediaType === 'image/jpeg' && `${text('edit.lostJpeg')} `}
          {text('edit.lost')}
        </p>
        <SavedNotice
          state={state}
          onRetry={() => void retry(last)}
          onSaveAnyway={() => void saveAnyway(last)}
          onSaveCopy={() => void saveCopy(last)}
        />
        <div className={styles['row']}>
          <Button tone="primary" isBusy={isSaving} disabled={!isDirty} onClick={() => void save(last)}>
            {text('edit.save')}
          </Button>
          <Button onClick={() => leave(onDone)}>{text('edit.cancel')}</Button>
        </div>
      </div>
      {next !== undefined && <LeavePicture onDiscard={discard} onStay={() => setNext(undefined)} />}
    </section>
  );
}

/** Maximum side length of the picture on the screen. Saving uses the original size. */
const SHOWN_MAX = 1_600;

function RotatedPicture({ bitmap, edits }: { readonly bitmap: ImageBitmap; readonly edits: Edits }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { quarters, isFlipped } = edits;
  useEffect(() => {
    if (canvas.current === null) return;
    const size = rotatedSize({ ...edits, quarters }, bitmap);
    const scale = Math.min(1, SHOWN_MAX / Math.max(size.width, size.height));
    canvas.current.width = Math.max(1, Math.round(size.width * scale));
    canvas.current.height = Math.max(1, Math.round(size.height * scale));
    drawRotated(canvas.current, bitmap, { quarters, isFlipped });
    // oxlint-disable-next-line react/exhaustive-deps -- the crop area changes nothing on the canvas
  }, [bitmap, quarters, isFlipped]);
  return <canvas ref={canvas} aria-hidden="true" className={styles['canvas']} />;
}
