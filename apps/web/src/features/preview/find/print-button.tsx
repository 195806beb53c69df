import { Printer } from 'lucide-react';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { useViewerKeys } from '../use-viewer-keys.ts';
import { useText } from './texts.ts';

/** Replaces the browser's shortcut, which would print the page around the file. */
export function PrintButton({ onPrint }: { readonly onPrint: () => void }) {
  const text = useText();
  useViewerKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== 'p') return;
    event.preventDefault();
    onPrint();
  });
  return <IconButton icon={Printer} label={text('find.print')} onClick={onPrint} />;
}
