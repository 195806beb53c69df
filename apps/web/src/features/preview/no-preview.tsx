import { Download, FileQuestion } from 'lucide-react';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import styles from './preview.module.css';
import { useText } from './texts.ts';
import type { ViewerProps } from './viewer.ts';

type NoPreviewProps = Pick<ViewerProps, 'kindName' | 'node' | 'onDownload'> & { readonly title: string };

export function NoPreview(props: NoPreviewProps) {
  const { node, kindName, title, onDownload } = props;
  const text = useText();
  const formats = useFormats();
  return (
    <div className={styles['none']}>
      <EmptyState
        icon={FileQuestion}
        title={title}
        text={text(onDownload === undefined ? 'preview.none.viewOnly' : 'preview.none.text')}
        action={
          onDownload !== undefined && (
            <Button tone="primary" icon={Download} onClick={onDownload}>
              {text('preview.download')}
            </Button>
          )
        }
      />
      <dl className={styles['facts']}>
        {kindName !== undefined && (
          <>
            <dt>{text('preview.kind')}</dt>
            <dd>{kindName}</dd>
          </>
        )}
        <dt>{text('preview.size')}</dt>
        <dd>{formats.size(node.sizeBytes ?? 0)}</dd>
        <dt>{text('preview.modified')}</dt>
        <dd>{formats.dateTime(node.modifiedAt)}</dd>
      </dl>
    </div>
  );
}
