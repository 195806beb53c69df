import type { NodeView, OperationResponse } from '@coffer/contracts';
import { ChevronLeft, ChevronRight, Download, FileQuestion, TriangleAlert, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { shownTypeQuery } from '../../api/content.ts';
import { contentQuery } from '../../api/nodes.ts';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Actions, type PreviewActions, Step, useKeys } from './preview-bar.tsx';
import { PreviewDetails } from './preview-details.tsx';
import styles from './preview.module.css';
import type { EditorHandle } from './text/editing/editor-sheet.tsx';
import { useText } from './texts.ts';
import { type Around, isEditablePicture, isPicture, type ViewerProps } from './viewer.ts';
import { decidedKindOf, isEditable, type PreviewKind, previewKindOf, viewerOf } from './viewers.ts';

const TextEditor = lazy(async () => ({
  default: (await import('./text/editing/text-editor.tsx')).TextEditor,
}));

const PictureEditor = lazy(async () => ({
  default: (await import('./image/editing/picture-editor.tsx')).PictureEditor,
}));
const Filmstrip = lazy(async () => ({ default: (await import('./image/filmstrip.tsx')).Filmstrip }));
const Slideshow = lazy(async () => ({ default: (await import('./image/slideshow.tsx')).Slideshow }));

export interface PreviewProps {
  readonly node: NodeView;
  readonly kind: string;
  /** From 1. */
  readonly position?: { readonly index: number; readonly total: number } | undefined;
  readonly around: Around;
  readonly onDownload: () => void;
  readonly renderRename: (onClose: () => void) => ReactNode;
  readonly onTrash: () => void;
  readonly onClose: () => void;
}

export function Preview(props: PreviewProps) {
  const { node, kind, around, onDownload, onTrash } = props;
  const text = useText();
  const dialog = useModal();
  const Editor = isEditablePicture(node) ? PictureEditor : TextEditor;
  const [isRenaming, setRenaming] = useState(false);
  const [hasDetails, setDetails] = useState(false);
  const [presenting, setPresenting] = useState<'plays' | 'waits'>();
  const { isEditing, setEditor, begin, end, leave } = useEditing(node);
  const onPrevious = stepTo(around, -1);
  const onNext = stepTo(around, 1);
  const actions: PreviewActions = {
    edit: begin,
    rename: () => setRenaming(true),
    details: () => setDetails(!hasDetails),
    download: onDownload,
    trash: onTrash,
  };
  // The editor asks about unsaved changes.
  const close = (): void => {
    if (presenting === undefined) leave(props.onClose);
    else setPresenting(undefined);
  };
  useKeys(
    isEditing || presenting !== undefined
      ? {}
      : { onPrevious, onNext, onEdit: begin, onDownload, onDetails: actions.details },
  );
  return (
    <dialog
      ref={dialog}
      className={styles['preview']}
      aria-labelledby="preview-title"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // Without a user interaction Chromium closes the dialog even when prevented.
      onClose={(event) => {
        if (event.currentTarget.isConnected) props.onClose();
      }}
    >
      <header className={styles['bar']}>
        <IconButton icon={X} label={text('preview.close')} onClick={close} />
        <div className={styles['heading']}>
          <h1
            id="preview-title"
            className={isRenaming ? 'visually-hidden' : styles['title']}
            tabIndex={-1}
            dir="auto"
          >
            {node.name}
          </h1>
          {isRenaming ? props.renderRename(() => setRenaming(false)) : <Position {...props} />}
        </div>
        {!isEditing && (
          <>
            <Step icon={ChevronLeft} label={text('preview.previous')} side="start" onPress={onPrevious} />
            <Step icon={ChevronRight} label={text('preview.next')} side="end" onPress={onNext} />
            <Actions actions={actions} hasDetails={hasDetails} />
          </>
        )}
      </header>
      <div className={styles['content']}>
        <div className={styles['stage']}>
          {isEditing ? (
            <Suspense fallback={<Waiting />}>
              <Editor
                key={node.id}
                ref={setEditor}
                node={node}
                renderFailed={(onRetry) => <Failed onRetry={onRetry} />}
                onDownload={onDownload}
                onDone={end}
              />
            </Suspense>
          ) : (
            <Content
              key={`${node.id} ${node.versionId}`}
              node={node}
              kindWords={kind}
              around={around}
              onPresent={(isPlaying) => setPresenting(isPlaying ? 'plays' : 'waits')}
              onDownload={onDownload}
            />
          )}
        </div>
        {isPicture(node) && !isEditing && (
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
      {hasDetails && !isEditing && (
        <PreviewDetails
          node={node}
          kind={kind}
          onRename={() => {
            setDetails(false);
            setRenaming(true);
          }}
          onTrash={onTrash}
          onClose={() => setDetails(false)}
        />
      )}
    </dialog>
  );
}

interface Editing {
  readonly isEditing: boolean;
  readonly setEditor: (editor: EditorHandle | null) => void;
  /** Undefined when the file can't be edited here. */
  readonly begin: (() => void) | undefined;
  readonly end: () => void;
  readonly leave: (next: () => void) => void;
}

/** `#edit` opens the editor at once. */
function useEditing(node: NodeView): Editing {
  const { mayChange } = useSpaceRights();
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  const [editedId, setEditedId] = useState(() =>
    mayChange && location.hash === '#edit' ? node.id : undefined,
  );
  const mayEdit = mayChange && (isEditable(node) || isEditablePicture(node));
  // Also when the right was lost: the text must not vanish.
  const isEditing = editedId === node.id;
  return {
    isEditing,
    setEditor,
    begin: mayEdit && !isEditing ? () => setEditedId(node.id) : undefined,
    end: () => setEditedId(undefined),
    leave: (next) => {
      if (editor === null) next();
      else editor.leave(next);
    },
  };
}

function stepTo(around: Around, by: 1 | -1): (() => void) | undefined {
  const other = around.at(by);
  return other === undefined ? undefined : () => around.show(other);
}

function Position({ position }: Pick<PreviewProps, 'position'>) {
  const text = useText();
  const { number } = useFormats();
  if (position === undefined) return null;
  const { index, total } = position;
  return (
    <p className={styles['position']}>
      {text('preview.position', { index: number(index), total: number(total) })}
    </p>
  );
}

interface ContentProps extends Pick<ViewerProps, 'around' | 'onPresent'> {
  readonly node: NodeView;
  readonly kindWords: string;
  readonly onDownload: () => void;
}

function Content(props: ContentProps) {
  const { node } = props;
  const text = useText();
  const kind = previewKindOf(node);
  const isShown = kind !== 'none' && kind !== 'large';
  const content = useQuery(contentQuery(node), { isEnabled: isShown });
  if (!isShown) return <NoPreview {...props} title={text(`preview.${kind}.title`)} />;
  const failed = <Failed onRetry={() => void content.refetch()} />;
  if (content.isPending) return <Waiting />;
  if (content.data === undefined) return failed;
  const shown = { ...props, content: content.data, failed };
  return kind === 'undecided' ? <Undecided {...shown} /> : <View {...shown} kind={kind} />;
}

function Waiting() {
  return <Spinner size="large" label={useText()('preview.loading')} />;
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return (
    <EmptyState
      icon={TriangleAlert}
      title={text('preview.failed.title')}
      text={text('preview.failed.text')}
      action={<Button onClick={onRetry}>{text('preview.retry')}</Button>}
    />
  );
}

interface ShownProps extends ContentProps {
  readonly content: OperationResponse<'getContent'>;
  readonly failed: ReactNode;
}

function Undecided(props: ShownProps) {
  const { node, content } = props;
  const shownType = useQuery(shownTypeQuery(node, content.url));
  if (shownType.isPending) return <Waiting />;
  if (shownType.data === undefined) return <Failed onRetry={() => void shownType.refetch()} />;
  const kind = decidedKindOf({ ...node, mediaType: shownType.data });
  return <View {...props} kind={kind} />;
}

function View({ kind, ...props }: ShownProps & { readonly kind: PreviewKind }) {
  const text = useText();
  const viewer = kind === 'none' || kind === 'large' ? undefined : viewerOf(kind);
  if (viewer === undefined)
    return (
      <NoPreview {...props} title={text(kind === 'large' ? 'preview.large.title' : 'preview.none.title')} />
    );
  return (
    <Suspense fallback={<Waiting />}>
      <viewer.View key={props.content.url} {...props} />
    </Suspense>
  );
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

/** Firefox restores the focus only if the dialog closes while it is in the document. */
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
