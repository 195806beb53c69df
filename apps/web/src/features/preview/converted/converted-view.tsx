import { type ComponentType, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { renewDocument } from '../../../api/documents.ts';
import { useContentCalls } from '../content-calls.ts';
import { createFreshUrl } from '../fetching/fresh-url.ts';
import { NoPreview } from '../no-preview.tsx';
import { useText as usePreviewText } from '../texts.ts';
import type { ViewerProps } from '../viewer.ts';
import styles from './converted.module.css';
import { useText } from './texts.ts';
import { type ConversionState, useConversion } from './use-conversion.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const PdfView = lazy(async () => ({ default: (await import('../pdf/pdf-view.tsx')).PdfView }));

/**
 * Shows the document as PDF if the server can convert it. Otherwise, and for guests, shows it with `Own`, which
 * draws it in the browser.
 */
export function convertedView(Own: ComponentType<ViewerProps>): ComponentType<ViewerProps> {
  return (props) => {
    const { isGuest } = useContentCalls();
    return isGuest === true ? <Own {...props} /> : <ConvertedView {...props} Own={Own} />;
  };
}

function ConvertedView({ Own, ...props }: ViewerProps & { readonly Own: ComponentType<ViewerProps> }) {
  const text = useText();
  const previewText = usePreviewText();
  const [attempt, setAttempt] = useState(0);
  const [isOwn, setOwn] = useState(false);
  const conversion = useConversion(props.node, attempt);
  if (isOwn) return <Own {...props} />;
  if (conversion.is === 'asking') return <Spinner size="large" label={previewText('preview.loading')} />;
  if (conversion.is === 'wanted')
    return (
      <div className={styles['waiting']}>
        <Spinner size="large" label={text('converted.waiting')} />
        <p>{text('converted.waiting')}</p>
        {Own !== NoViewer && <Button onClick={() => setOwn(true)}>{text('converted.now')}</Button>}
      </div>
    );
  if (conversion.is !== 'ready') return <Own {...props} />;
  return (
    <Suspense fallback={<Spinner size="large" label={previewText('preview.loading')} />}>
      <ConvertedPdf
        {...props}
        key={conversion.url}
        pdf={conversion}
        failed={attempt > 0 ? <Own {...props} /> : <RetryNotice onRetry={() => setAttempt(1)} />}
      />
    </Suspense>
  );
}

type ReadyPdf = Extract<ConversionState, { is: 'ready' }>;

function ConvertedPdf({ pdf, ...props }: ViewerProps & { readonly pdf: ReadyPdf }) {
  const { url, sizeBytes } = pdf;
  const { node, content } = props;
  const { freshMs } = useContentCalls();
  const [freshUrl] = useState(() =>
    createFreshUrl({
      url,
      readAtMs: Date.now(),
      freshMs,
      renew: async () => await renewDocument({ nodeId: node.id, versionId: content.versionId }),
    }),
  );
  return (
    <PdfView {...props} node={{ ...node, sizeBytes }} content={{ ...content, url }} freshUrl={freshUrl} />
  );
}

/** Shown if the PDF cannot be opened, because the store may have lost it. */
function RetryNotice({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return (
    <div className={styles['waiting']}>
      <p>{text('converted.lost')}</p>
      <Button onClick={onRetry}>{text('converted.again')}</Button>
    </div>
  );
}

/** For formats that no viewer can draw in the browser. */
function NoViewer(props: ViewerProps) {
  return <NoPreview {...props} title={usePreviewText()('preview.none.title')} />;
}

export const OfficeView = convertedView(NoViewer);
