import type { NodeView, OperationResponse } from '@coffer/contracts';
import {
  ChevronLeft,
  ChevronRight,
  Download,
  FileQuestion,
  Info,
  Pencil,
  SquarePen,
  Trash2,
  TriangleAlert,
  X,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { shownTypeQuery } from '../../api/content.ts';
import { contentQuery } from '../../api/nodes.ts';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import { useQuery } from '../../api/use-query.ts';
import { useFormats } from '../../lib/format.ts';
import { useKeyDown } from '../../lib/use-key-down.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PreviewDetails } from './preview-details.tsx';
import styles from './preview.module.css';
import type { EditorHandle } from './text/editing/editor-sheet.tsx';
import { useText } from './texts.ts';
import { decidedKindOf, isEditable, type PreviewKind, previewKindOf, viewerOf } from './viewers.ts';

const TextEditor = lazy(async () => ({
  default: (await import('./text/editing/text-editor.tsx')).TextEditor,
}));

export interface PreviewProps {
  readonly node: NodeView;
  readonly kind: string;
  /** From 1. */
  readonly position?: { readonly index: number; readonly total: number } | undefined;
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly onDownload: () => void;
  readonly renderRename: (onClose: () => void) => ReactNode;
  readonly onTrash: () => void;
  readonly onClose: () => void;
}

export function Preview(props: PreviewProps) {
  const { node, kind, onPrevious, onNext, onDownload, onTrash } = props;
  const text = useText();
  const dialog = useModal();
  const [isRenaming, setRenaming] = useState(false);
  const [hasDetails, setDetails] = useState(false);
  const { isEditing, setEditor, begin, end, leave } = useEditing(node);
  const actions: PreviewActions = {
    edit: begin,
    rename: () => setRenaming(true),
    details: () => setDetails(!hasDetails),
    download: onDownload,
    trash: onTrash,
  };
  // The editor asks about unsaved changes.
  const close = (): void => leave(props.onClose);
  useKeys(isEditing ? {} : { onPrevious, onNext, onEdit: begin, onDownload, onDetails: actions.details });
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
              <TextEditor
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
              onDownload={onDownload}
            />
          )}
        </div>
      </div>
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
  const mayEdit = mayChange && isEditable(node);
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

interface PreviewActions {
  readonly edit: (() => void) | undefined;
  readonly rename: () => void;
  readonly details: () => void;
  readonly download: () => void;
  readonly trash: () => void;
}

/** A phone shows two actions; the others are in the details. */
function Actions({
  actions,
  hasDetails,
}: {
  readonly actions: PreviewActions;
  readonly hasDetails: boolean;
}) {
  const text = useText();
  const { mayChange } = useSpaceRights();
  return (
    <>
      {actions.edit !== undefined && (
        <>
          <span className={styles['narrowOnly']}>
            <IconButton icon={SquarePen} label={text('preview.edit')} onClick={actions.edit} />
          </span>
          <span className={styles['wideOnly']}>
            <Button icon={SquarePen} onClick={actions.edit}>
              {text('preview.edit')}
            </Button>
          </span>
        </>
      )}
      {mayChange && (
        <span className={styles['wideOnly']}>
          <IconButton icon={Pencil} label={text('preview.rename')} onClick={actions.rename} />
          <IconButton icon={Trash2} label={text('preview.trash')} onClick={actions.trash} />
        </span>
      )}
      <IconButton
        icon={Info}
        label={text('preview.details')}
        aria-expanded={hasDetails}
        onClick={actions.details}
      />
      <span className={styles['narrowOnly']}>
        <IconButton icon={Download} label={text('preview.download')} onClick={actions.download} />
      </span>
      <span className={styles['wideOnly']}>
        <Button icon={Download} onClick={actions.download}>
          {text('preview.download')}
        </Button>
      </span>
    </>
  );
}

interface Keys {
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly onEdit?: (() => void) | undefined;
  readonly onDownload?: () => void;
  readonly onDetails?: () => void;
}

/** Not within a media player or a text, which have keys of their own. */
function useKeys({ onPrevious, onNext, onEdit, onDownload, onDetails }: Keys): void {
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || hasOwnKeys(event.target)) return;
    const [next, previous] = isRightToLeft() ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    if (event.key === next) onNext?.();
    if (event.key === previous) onPrevious?.();
    if (event.key === 'e' && onEdit !== undefined) {
      // Otherwise the letter is typed into the editor.
      event.preventDefault();
      onEdit();
    }
    if (event.key === 'd') onDownload?.();
    if (event.key === 'i') onDetails?.();
  });
}

function hasOwnKeys(target: EventTarget | null): boolean {
  if (target instanceof HTMLMediaElement) return true;
  return target instanceof Element && target.closest('[data-own-keys]') !== null;
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

function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl';
}
