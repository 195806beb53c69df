import { Printer } from 'lucide-react';
import { commandOf } from '../../../lib/keys/key-of.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { useViewerKeys } from '../use-viewer-keys.ts';
import { useText } from './texts.ts';

/** Overrides the browser's print shortcut, which would print the page around the file. */
export function PrintButton({ onPrint }: { readonly onPrint: () => void }) {
  const text = useText();
  useViewerKeys((event) => {
    if (commandOf(event) !== 'p') return;
    event.preventDefault();
    onPrint();
  });
  return <IconButton icon={Printer} label={text('find.print')} onClick={onPrint} />;
}
