import type { NodeView, OperationResponse } from '@coffer/contracts';
import { ChevronLeft, ChevronRight, Download, FileQuestion, TriangleAlert, X } from 'lucide-react';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { contentQuery } from '../../api/nodes.ts';
import { useQuery } from '../../api/use-query.ts';
import { useFormats } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ImageView } from './image-view.tsx';
import { MediaView } from './media-view.tsx';
import { previewKindOf } from './preview-kind.ts';
import styles from './preview.module.css';
import { TextView } from './text-view.tsx';
import { useText } from './texts.ts';

const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }));

export interface PreviewProps {
  readonly node: NodeView;
  /** What it is, in words. */
  readonly kind: string;
  /** Where the file stands among those around it, from 1. */
  readonly position?: { readonly index: number; readonly total: number } | undefined;
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}

/** One file over the whole page. The list below stays as it is. */
export function Preview(props: PreviewProps) {
  const { node, kind, position, onPrevious, onNext, onDownload, onClose } = props;
  const text = useText();
  const formats = useFormats();
  const dialog = useModal();
  const handleKey = (event: KeyboardEvent): void => {
    const isForward = event.key === (isRightToLeft() ? 'ArrowLeft' : 'ArrowRight');
    const isBack = event.key === (isRightToLeft() ? 'ArrowRight' : 'ArrowLeft');
    if (isForward) onNext?.();
    if (isBack) onPrevious?.();
    if (event.key === 'd' && !event.ctrlKey && !event.metaKey) onDownload();
  };
  return (
    <dialog
      ref={dialog}
      className={styles['preview']}
      aria-labelledby="preview-title"
      onKeyDown={handleKey}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles['bar']}>
        <IconButton icon={X} label={text('preview.close')} onClick={onClose} />
        <h1 id="preview-title" className={styles['title']} tabIndex={-1} dir="auto">
          {node.name}
        </h1>
        {position !== undefined && (
          <span className={styles['position']}>
            {text('preview.position', {
              index: formats.number(position.index),
              total: formats.number(position.total),
            })}
          </span>
        )}
        <Button icon={Download} onClick={onDownload}>
          {text('preview.download')}
        </Button>
      </header>
      <div className={styles['stage']}>
        <Content key={`${node.id} ${node.versionId}`} node={node} kindWords={kind} onDownload={onDownload} />
      </div>
      <Step icon={ChevronLeft} label={text('preview.previous')} side="start" onPress={onPrevious} />
      <Step icon={ChevronRight} label={text('preview.next')} side="end" onPress={onNext} />
    </dialog>
  );
}

interface StepProps {
  readonly icon: typeof ChevronLeft;
  readonly label: string;
  readonly side: 'start' | 'end';
  readonly onPress: (() => void) | undefined;
}

function Step({ icon, label, side, onPress }: StepProps) {
  if (onPress === undefined) return null;
  return (
    <div className={styles[side]}>
      <IconButton icon={icon} label={label} isMirrored onClick={onPress} />
    </div>
  );
}

interface ContentProps {
  readonly node: NodeView;
  readonly kindWords: string;
  readonly onDownload: () => void;
}

function Content({ node, kindWords, onDownload }: ContentProps) {
  const text = useText();
  const kind = previewKindOf(node);
  const content = useQuery(contentQuery(node.id), { isEnabled: kind !== 'none' && kind !== 'large' });
  if (kind === 'none' || kind === 'large') {
    return (
      <NoPreview
        node={node}
        kindWords={kindWords}
        title={text(`preview.${kind}.title`)}
        onDownload={onDownload}
      />
    );
  }
  const failed = (
    <EmptyState
      icon={TriangleAlert}
      title={text('preview.failed.title')}
      text={text('preview.failed.text')}
      action={<Button onClick={() => void content.refetch()}>{text('preview.retry')}</Button>}
    />
  );
  const waiting = <Spinner size="large" label={text('preview.loading')} />;
  if (content.isPending) return waiting;
  if (content.data === undefined) return failed;
  return <Suspense fallback={waiting}>{viewOf(kind, node, { content: content.data, failed })}</Suspense>;
}

function viewOf(
  kind: Exclude<ReturnType<typeof previewKindOf>, 'none' | 'large'>,
  node: NodeView,
  shown: { readonly content: OperationResponse<'getContent'>; readonly failed: ReactNode },
): ReactNode {
  const { content, failed } = shown;
  const { url } = content;
  // The address is the key: a fresh one after a failure starts the view anew.
  switch (kind) {
    case 'image':
      return <ImageView key={url} url={url} name={node.name} failed={failed} />;
    case 'pdf':
      return <PdfView key={url} url={url} name={node.name} failed={failed} />;
    case 'text':
      return <TextView key={url} node={node} url={url} failed={failed} />;
    case 'video':
    case 'audio':
      return <MediaView key={url} node={node} kind={kind} content={content} failed={failed} />;
  }
}

function NoPreview(props: ContentProps & { readonly title: string }) {
  const { node, kindWords, title, onDownload } = props;
  const text = useText();
  const formats = useFormats();
  return (
    <div className={styles['none']}>
      <EmptyState
        icon={FileQuestion}
        title={title}
        text={text('preview.none.text')}
        action={
          <Button tone="primary" icon={Download} onClick={onDownload}>
            {text('preview.download')}
          </Button>
        }
      />
      <dl className={styles['facts']}>
        <dt>{text('preview.kind')}</dt>
        <dd>{kindWords}</dd>
        <dt>{text('preview.size')}</dt>
        <dd>{formats.size(node.sizeBytes ?? 0)}</dd>
        <dt>{text('preview.modified')}</dt>
        <dd>{formats.dateTime(node.modifiedAt)}</dd>
      </dl>
    </div>
  );
}

/** A native modal dialog: focus stays inside, the page behind is inert. Firefox gives the focus back only where it closes within the page. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    return () => element.close();
  }, []);
  return dialog;
}

function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl';
}
