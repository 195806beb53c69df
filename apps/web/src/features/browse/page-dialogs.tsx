import { type ReactNode, Suspense, useState } from 'react';
import { HelpDialog, NameDialog } from './lazy-actions.ts';
import { useText } from './texts.ts';

interface PageDialogs {
  readonly isOpen: boolean;
  readonly openNewFolder: () => void;
  readonly openHelp: () => void;
  readonly element: ReactNode;
}

interface PageDialogsOptions {
  /** Resolves to an error message, if any. */
  readonly onCreate: (name: string) => Promise<string | undefined>;
}

/** The dialogs that are about the page, not about a row. */
export function usePageDialogs({ onCreate }: PageDialogsOptions): PageDialogs {
  const text = useText();
  const [open, setOpen] = useState<'folder' | 'help'>();
  const close = (): void => setOpen(undefined);
  return {
    isOpen: open !== undefined,
    openNewFolder: () => setOpen('folder'),
    openHelp: () => setOpen('help'),
    element: (
      <Suspense fallback={null}>
        {open === 'folder' && (
          <NameDialog title={text('browse.newFolder')} onSubmit={onCreate} onClose={close} />
        )}
        {open === 'help' && <HelpDialog onClose={close} />}
      </Suspense>
    ),
  };
}
