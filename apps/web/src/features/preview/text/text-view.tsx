import { GIB } from '@coffer/kit';
import { Download, FileQuestion } from 'lucide-react';
import { useState } from 'react';
import { type ShownText, TEXT_SHOWN_BYTES, textQuery } from '../../../api/content.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loading } from '../fetching/loading.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import type { ViewerProps } from '../viewer.ts';
import { CodeSheet } from './code-sheet.tsx';
import { useText } from './texts.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const LargeTextView = lazy(async () => ({
  default: (await import('./large/large-text-view.tsx')).LargeTextView,
}));

/** Of larger files, only the beginning is shown. */
const LARGE_MAX_BYTES = GIB;

export function TextView(props: ViewerProps) {
  const sizeBytes = props.node.sizeBytes ?? 0;
  const text = useText();
  const beginning = <Beginning {...props} />;
  if (sizeBytes <= TEXT_SHOWN_BYTES || sizeBytes > LARGE_MAX_BYTES) return beginning;
  return (
    <Suspense fallback={<Spinner size="large" label={text('text.loading')} />}>
      <LargeTextView {...props} renderBeginning={() => beginning} />
    </Suspense>
  );
}

/** The whole text, or the part that the editor can hold. */
function Beginning({ node, content: { url }, failed, onDownload }: ViewerProps) {
  const text = useText();
  const formats = useFormats();
  const content = useQuery(textQuery(node, url));
  const [isShownAnyway, setShownAnyway] = useState(false);
  if (content.isPending) return <Loading label={text('text.loading')} />;
  if (content.data === undefined) return failed;
  if (!content.data.isText && !isShownAnyway) {
    return <NotText onDownload={onDownload} onShow={() => setShownAnyway(true)} />;
  }
  return (
    <CodeSheet
      node={node}
      text={content.data.text}
      renderFacts={(lines) => <Facts node={node} shown={content.data} lines={lines} />}
      notice={
        content.data.isCut && (
          <Banner tone="info">{text('text.cut', { size: formats.size(TEXT_SHOWN_BYTES) })}</Banner>
        )
      }
    />
  );
}

interface FactsProps {
  readonly node: ViewerProps['node'];
  readonly shown: ShownText | undefined;
  readonly lines: number;
}

function Facts({ node, shown, lines }: FactsProps) {
  const text = useText();
  const { number, size } = useFormats();
  if (shown === undefined) return null;
  return (
    <>
      {!shown.isCut && <span>{text('text.lines', { count: lines, number: number(lines) })}</span>}
      <span>{size(node.sizeBytes ?? 0)}</span>
      <span dir="ltr">{text(`text.encoding.${shown.encoding}`)}</span>
    </>
  );
}

interface NotTextProps {
  readonly onDownload: (() => void) | undefined;
  readonly onShow?: () => void;
}

export function NotText({ onDownload, onShow }: NotTextProps) {
  const text = useText();
  return (
    <EmptyState
      icon={FileQuestion}
      title={text('text.binary.title')}
      text={text('text.binary.text')}
      action={
        <>
          {onDownload !== undefined && (
            <Button tone="primary" icon={Download} onClick={onDownload}>
              {text('text.download')}
            </Button>
          )}
          {onShow !== undefined && <Button onClick={onShow}>{text('text.binary.show')}</Button>}
        </>
      }
    />
  );
}
