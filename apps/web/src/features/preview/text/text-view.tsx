import { Download, FileQuestion } from 'lucide-react';
import { useState } from 'react';
import { TEXT_SHOWN_BYTES, textQuery } from '../../../api/content.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useFormats } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { ViewerProps } from '../viewer.ts';
import { CodeSheet } from './code-sheet.tsx';
import { useText } from './texts.ts';

export function TextView({ node, content: { url }, failed, onDownload }: ViewerProps) {
  const text = useText();
  const formats = useFormats();
  const content = useQuery(textQuery(node, url));
  const [isShownAnyway, setShownAnyway] = useState(false);
  if (content.isPending) return <Spinner size="large" label={text('text.loading')} />;
  if (content.data === undefined) return failed;
  if (!content.data.isText && !isShownAnyway) {
    return <NotText onDownload={onDownload} onShow={() => setShownAnyway(true)} />;
  }
  return (
    <CodeSheet
      node={node}
      shown={content.data}
      notice={
        content.data.isCut && (
          <Banner tone="info">{text('text.cut', { size: formats.size(TEXT_SHOWN_BYTES) })}</Banner>
        )
      }
    />
  );
}

interface NotTextProps {
  readonly onDownload: () => void;
  readonly onShow: () => void;
}

function NotText({ onDownload, onShow }: NotTextProps) {
  const text = useText();
  return (
    <EmptyState
      icon={FileQuestion}
      title={text('text.binary.title')}
      text={text('text.binary.text')}
      action={
        <>
          <Button tone="primary" icon={Download} onClick={onDownload}>
            {text('text.download')}
          </Button>
          <Button onClick={onShow}>{text('text.binary.show')}</Button>
        </>
      }
    />
  );
}
