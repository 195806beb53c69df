import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { editsText } from '../../api/links/edits-text.ts';
import type { GuestEditing } from '../../api/links/guest-saving.ts';
import { rightsOf, SpaceRightsProvider } from '../../api/spaces/space-rights.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { PageDialog } from '../../ui/overlays/page-dialog.tsx';
import { useTitleOver } from '../../ui/page/page-heading.tsx';
import { Content, Failed, Waiting } from './content.tsx';
import { type ContentCalls, ContentCallsProvider } from './content-calls.ts';
import { DownloadButton, EditButton, Step, useKeys } from './preview-bar.tsx';
import { Position, stepTo } from './preview-frame.tsx';
import styles from './preview.module.css';
import { useText } from './texts.ts';
import { useEditing } from './use-editing.ts';
import { useSwipes } from './use-swipes.ts';
import { CoveredProvider } from './use-viewer-keys.ts';
import { type Around, isPicture, type ViewedNode } from './viewer.ts';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const GuestTextEditor = lazy(async () => ({
  default: (await import('./text/editing/guest-text-editor.tsx')).GuestTextEditor,
}));
const Filmstrip = lazy(async () => ({ default: (await import('./image/filmstrip.tsx')).Filmstrip }));
const Slideshow = lazy(async () => ({ default: (await import('./image/slideshow.tsx')).Slideshow }));

const RIGHTS = rightsOf('viewer');

interface GuestPreviewProps {
  readonly node: ViewedNode;
  /** `index` counts from 1. */
  readonly position?: { readonly index: number; readonly total: number } | undefined;
  readonly around: Around;
  readonly calls: ContentCalls;
  /** Undefined for guests who may only view the file. */
  readonly onDownload: (() => void) | undefined;
  /** Set if guests of the link may change files. */
  readonly editing?: GuestEditing | undefined;
  /** Called with true while the editor is open, because closing the page could then lose text. */
  readonly onEditing?: (isEditing: boolean) => void;
  readonly onClose: () => void;
}

/** The preview for guests. Of the tools that change a file, it has only the text editor. */
export function GuestPreview(props: GuestPreviewProps) {
  const { node, position, around, calls, onDownload, onClose } = props;
  const text = useText();
  useTitleOver(node.name);
  const [presenting, setPresenting] = useState<'plays' | 'waits'>();
  const editor = useEditing(node, props.editing !== undefined && editsText(props.editing, node));
  const { isEditing, begin, leave, end, setEditor } = editor;
  useWhileEditing(editor.isOpen, props.onEditing);
  const stage = useSwipes<HTMLDivElement>(around, presenting === undefined && !isEditing);
  const onPrevious = stepTo(around, -1);
  const onNext = stepTo(around, 1);
  const close = (): void => {
    if (presenting === undefined) leave(onClose);
    else setPresenting(undefined);
  };
  useKeys(presenting === undefined && !isEditing ? { onPrevious, onNext, onEdit: begin, onDownload } : {});
  return (
    <ContentCallsProvider value={calls}>
      <SpaceRightsProvider value={RIGHTS}>
        <PageDialog className={styles['preview'] ?? ''} labelledBy="preview-title" onEscape={close}>
          <header className={styles['bar']}>
            <IconButton icon={X} label={text('preview.close')} onClick={close} />
            <div className={styles['heading']}>
              <h1 id="preview-title" className={styles['title']} tabIndex={-1} dir="auto">
                {node.name}
              </h1>
              <Position position={position} />
            </div>
            {!isEditing && (
              <>
                <Step icon={ChevronLeft} label={text('preview.previous')} side="start" onPress={onPrevious} />
                <Step icon={ChevronRight} label={text('preview.next')} side="end" onPress={onNext} />
                <EditButton onEdit={begin} />
                <DownloadButton onDownload={onDownload} />
              </>
            )}
          </header>
          <div className={styles['content']}>
            <div ref={stage} className={styles['stage']}>
              {isEditing && props.editing !== undefined ? (
                <Suspense fallback={<Waiting />}>
                  <GuestTextEditor
                    key={node.id}
                    ref={setEditor}
                    node={node}
                    editing={props.editing}
                    renderFailed={(onRetry) => <Failed onRetry={onRetry} onDownload={onDownload} />}
                    onDownload={onDownload}
                    onDone={end}
                  />
                </Suspense>
              ) : (
                <CoveredProvider value={presenting !== undefined}>
                  <Content
                    key={`${node.id} ${node.versionId}`}
                    node={node}
                    around={around}
                    onPresent={(isPlaying) => setPresenting(isPlaying ? 'plays' : 'waits')}
                    onDownload={onDownload}
                  />
                </CoveredProvider>
              )}
            </div>
            {isPicture(node) && (
              <Suspense fallback={null}>
                <Filmstrip node={node} around={around} />
              </Suspense>
            )}
          </div>
          {presenting !== undefined && (
            <Suspense fallback={null}>
              <Slideshow
                node={node}
                around={around}
                startsPlaying={presenting === 'plays'}
                onEnd={() => setPresenting(undefined)}
              />
            </Suspense>
          )}
        </PageDialog>
      </SpaceRightsProvider>
    </ContentCallsProvider>
  );
}

/** Reports when the editor opens and closes, including when the preview is removed. */
function useWhileEditing(isOpen: boolean, onEditing: GuestPreviewProps['onEditing']): void {
  const tell = useEffectEvent((isEditing: boolean) => onEditing?.(isEditing));
  useEffect(() => {
    if (!isOpen) return;
    tell(true);
    return () => tell(false);
  }, [isOpen]);
}
