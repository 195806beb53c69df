import { Download, FileQuestion, Lock } from 'lucide-react';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import type { DrawRefusal } from '../../../viewer-frame/protocol.ts';
import { useText as usePreviewText } from '../texts.ts';
import { useText } from './texts.ts';

interface UnshownProps {
  readonly why: DrawRefusal | 'silent';
  readonly onDownload: (() => void) | undefined;
}

/** A file that the viewer cannot show can still be downloaded. */
export function Unshown({ why, onDownload }: UnshownProps) {
  const text = useText();
  const previewText = usePreviewText();
  return (
    <EmptyState
      icon={why === 'encrypted' ? Lock : FileQuestion}
      title={text(`framed.${why}.title`)}
      text={text(`framed.${why}.text`)}
      action={
        onDownload !== undefined && (
          <Button tone="primary" icon={Download} onClick={onDownload}>
            {previewText('preview.download')}
          </Button>
        )
      }
    />
  );
}
