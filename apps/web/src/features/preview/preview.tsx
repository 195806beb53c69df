import type { NodeView } from '@coffer/contracts';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { onNavigation } from '../../lib/address/navigation.ts';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { PageDialog } from '../../ui/overlays/page-dialog.tsx';
import { useTitleOver } from '../../ui/page/page-heading.tsx';
import { Content, Failed, Waiting } from './content.tsx';
import { FindWordsProvider } from './find-words.ts';
import { Actions, MoreActions, type PreviewActions, Step, useKeys } from './preview-bar.tsx';
import { PreviewDetails } from './preview-details.tsx';
import { Position, stepTo } from './preview-frame.tsx';
import type { PreviewTools } from './preview-tools.ts';
import styles from './preview.module.css';
import { useText } from './texts.ts';
import { useSwipes } from './use-swipes.ts';
import { CoveredProvider } from './use-viewer-keys.ts';
import { type Around, isEditablePicture, isPicture } from './viewer.ts';
import { type Editing, NEW, useEditing } from './use-editing.ts';
import { isEditable } from './viewers.ts';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

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
  /** `index` counts from 1. */
  readonly position?: { readonly index: number; readonly total: number } | undefined;
  readonly around: Around;
  /** Words that a viewer with a find function finds when it opens. */
  readonly findWords?: string | undefined;
  readonly onDownload: () => void;
  readonly renderRename: (onClose: () => void) => ReactNode;
  readonly onTrash: () => void;
  /** Shown in the details. */
  readonly comments: ReactNode;
  readonly tools: PreviewTools;
  readonly onClose: () => void;
}

function leadsToComments(): boolean {
  return location.hash === '#comments';
}

export function Preview(props: PreviewProps) {
  const { node, kind, around, tools, onDownload, onTrash } = props;
  const text = useText();
  useTitleOver(node.name);
  const [isRenaming, setRenaming] = useState(() => location.hash === NEW);
  const [hasDetails, setDetails] = useState(leadsToComments);
  // A link may lead to the comments of the file that is already open.
  useEffect(() => onNavigation(() => leadsToComments() && setDetails(true)), []);
  const [presenting, setPresenting] = useState<'plays' | 'waits'>();
  const { mayChange } = useSpaceRights();
  const isChangeable = isEditable(node) || isEditablePicture(node);
  const editing = useEditing(node, mayChange && isChangeable);
  const { isEditing, begin, leave } = editing;
  const onPrevious = stepTo(around, -1);
  const onNext = stepTo(around, 1);
  const actions: PreviewActions = {
    edit: begin,
    rename: () => setRenaming(true),
    details: () => setDetails(!hasDetails),
    download: onDownload,
    trash: onTrash,
    share: () => tools.run('share'),
  };
  const handleMenu = (id: string): void => {
    if (id === 'rename') actions.rename();
    else if (id === 'trash') actions.trash();
    else tools.run(id);
  };
  // `leave` lets the editor ask about unsaved changes.
  const close = (): void => {
    if (presenting === undefined) leave(props.onClose);
    else setPresenting(undefined);
  };
  useKeys(
    isEditing || presenting !== undefined
      ? {}
      : {
          onPrevious,
          onNext,
          onEdit: begin,
          onDownload,
          onDetails: actions.details,
          onRename: mayChange ? actions.rename : undefined,
          onTrash: mayChange ? onTrash : undefined,
        },
  );
  return (
    <PageDialog className={styles['preview'] ?? ''} labelledBy="preview-title" onEscape={close}>
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
            <Actions actions={actions} hasDetails={hasDetails}>
              <MoreActions render={tools.renderMenu} onAction={handleMenu} />
            </Actions>
          </>
        )}
      </header>
      <CoveredProvider value={presenting !== undefined}>
        <Shown
          {...props}
          editing={editing}
          onPresent={(isPlaying) => setPresenting(isPlaying ? 'plays' : 'waits')}
        />
      </CoveredProvider>
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
          comments={props.comments}
          onRename={() => {
            setDetails(false);
            setRenaming(true);
          }}
          onTrash={onTrash}
          onClose={() => setDetails(false)}
        />
      )}
      {tools.dialogs}
    </PageDialog>
  );
}

interface ShownProps extends Pick<PreviewProps, 'around' | 'findWords' | 'kind' | 'node' | 'onDownload'> {
  readonly editing: Editing;
  readonly onPresent: (isPlaying: boolean) => void;
}

/** The file, or its editor. */
function Shown({ node, kind, around, findWords = '', editing, onPresent, onDownload }: ShownProps) {
  const { isEditing, setEditor, end } = editing;
  const Editor = isEditablePicture(node) ? PictureEditor : TextEditor;
  const stage = useSwipes<HTMLDivElement>(around, !isEditing);
  return (
    <div className={styles['content']}>
      <div ref={stage} className={styles['stage']}>
        {isEditing ? (
          <Suspense fallback={<Waiting />}>
            <Editor
              key={node.id}
              ref={setEditor}
              node={node}
              renderFailed={(onRetry) => <Failed onRetry={onRetry} onDownload={onDownload} />}
              onDownload={onDownload}
              onDone={end}
            />
          </Suspense>
        ) : (
          <FindWordsProvider value={findWords}>
            <Content
              key={`${node.id} ${node.versionId}`}
              node={node}
              kindName={kind}
              around={around}
              onPresent={onPresent}
              onDownload={onDownload}
            />
          </FindWordsProvider>
        )}
      </div>
      {isPicture(node) && !isEditing && (
        <Suspense fallback={null}>
          <Filmstrip node={node} around={around} />
        </Suspense>
      )}
    </div>
  );
}
