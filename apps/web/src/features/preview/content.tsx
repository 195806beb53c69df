import { Download, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { shownTypeQuery } from '../../api/content.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { useContentCalls } from './content-calls.ts';
import { Loading, ReloadProvider } from './fetching/loading.tsx';
import { useFreshUrl } from './fetching/use-fresh-url.ts';
import styles from './first-sight.module.css';
import { FirstSight } from './first-sight.tsx';
import { NoPreview } from './no-preview.tsx';
import { useText } from './texts.ts';
import type { ViewerProps } from './viewer.ts';
import { decidedKindOf, type PreviewKind, previewKindOf, viewerOf } from './viewers.ts';
import { Suspense } from '../../ui/loading/lazy.tsx';

type ShownKind = PreviewKind | 'undecided';
type ContentProps = Pick<ViewerProps, 'around' | 'kindName' | 'node' | 'onDownload' | 'onPresent'>;

export function Content(props: ContentProps) {
  const { node } = props;
  const text = useText();
  const kind = node.sizeBytes === 0 ? 'empty' : previewKindOf(node);
  const isShown = kind !== 'none' && kind !== 'large' && kind !== 'empty';
  const { query } = useContentCalls();
  const [reloads, setReloads] = useState(0);
  useEffect(() => {
    // Loads the viewer's code while the URL of the content is being requested.
    void Promise.allSettled([isShown && kind !== 'undecided' ? viewerOf(kind)?.load(node) : undefined]);
  }, [isShown, kind, node]);
  const content = useQuery(query(node), { isEnabled: isShown });
  if (!isShown) return <NoPreview {...props} title={text(`preview.${kind}.title`)} />;
  const failed = <Failed onRetry={() => void content.refetch()} onDownload={props.onDownload} />;
  if (content.isPending) return <Opening {...props} kind={kind} />;
  if (content.data === undefined) return failed;
  const { data, readAt } = content;
  const reload = (): void => {
    setReloads(reloads + 1);
    void content.refetch();
  };
  return (
    <ReloadProvider value={reload}>
      <Shown
        key={`${data.url} ${reloads}`}
        {...props}
        kind={kind}
        content={data}
        readAt={readAt}
        failed={failed}
      />
    </ReloadProvider>
  );
}

interface ShownProps extends Omit<ViewerProps, 'freshUrl'> {
  readonly kind: ShownKind;
  /** When the URL of the content was received, in milliseconds since 1970. */
  readonly readAt: number;
}

function Shown({ kind, readAt, ...props }: ShownProps) {
  const { node, content } = props;
  const freshUrl = useFreshUrl({ node, content, readAt });
  const shown = { ...props, freshUrl };
  return kind === 'undecided' ? <Undecided {...shown} /> : <View {...shown} kind={kind} />;
}

/** Shown until the file can be viewed: the thumbnail of a picture or video, otherwise a spinner. */
function Opening({ kind, node, around }: Pick<ContentProps, 'around' | 'node'> & { readonly kind: string }) {
  if ((kind !== 'image' && kind !== 'video') || node.picture === undefined) return <Waiting />;
  return (
    <div className={styles['waiting']}>
      <FirstSight node={node} around={around} isEnlarged={kind === 'video'} />
      <Loading isOver />
    </div>
  );
}

export function Waiting() {
  return <Spinner size="large" label={useText()('preview.loading')} />;
}

interface FailedProps extends Pick<ViewerProps, 'onDownload'> {
  readonly onRetry: () => void;
}

export function Failed({ onRetry, onDownload }: FailedProps) {
  const text = useText();
  return (
    <EmptyState
      icon={TriangleAlert}
      title={text('preview.failed.title')}
      text={text('preview.failed.text')}
      action={
        <>
          <Button onClick={onRetry}>{text('preview.retry')}</Button>
          {onDownload !== undefined && (
            <Button icon={Download} onClick={onDownload}>
              {text('preview.download')}
            </Button>
          )}
        </>
      }
    />
  );
}

function Undecided(props: ViewerProps) {
  const { node, content } = props;
  const shownType = useQuery(shownTypeQuery(node, content.url));
  if (shownType.isPending) return <Loading />;
  if (shownType.data === undefined)
    return <Failed onRetry={() => void shownType.refetch()} onDownload={props.onDownload} />;
  const kind = decidedKindOf({ ...node, mediaType: shownType.data });
  return <View {...props} kind={kind} />;
}

function View({ kind, ...props }: ViewerProps & { readonly kind: PreviewKind }) {
  const text = useText();
  const viewer = kind === 'none' || kind === 'large' ? undefined : viewerOf(kind);
  if (viewer === undefined)
    return (
      <NoPreview {...props} title={text(kind === 'large' ? 'preview.large.title' : 'preview.none.title')} />
    );
  return (
    <Suspense fallback={<Opening {...props} kind={kind} />}>
      <viewer.View {...props} />
    </Suspense>
  );
}
