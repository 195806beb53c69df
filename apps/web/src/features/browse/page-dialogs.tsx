import { type ReactNode, Suspense, useState } from 'react';
import { HelpDialog, NameDialog } from './lazy-actions.ts';
import { useText } from './texts.ts';

/** What the New menu makes by name. */
export type Made = 'folder' | 'text' | 'markdown';

export interface PageDialogs {
  readonly isOpen: boolean;
  readonly openNew: (made: Made) => void;
  readonly openHelp: () => void;
  readonly element: ReactNode;
}

interface PageDialogsOptions {
  /** Resolves to an error message, if any. */
  readonly onCreate: (name: string, made: Made) => Promise<string | undefined>;
}

/** The dialogs that are about the page, not about a row. */
export function usePageDialogs({ onCreate }: PageDialogsOptions): PageDialogs {
  const text = useText();
  const [open, setOpen] = useState<Made | 'help'>();
  const close = (): void => setOpen(undefined);
  return {
    isOpen: open !== undefined,
    openNew: setOpen,
    openHelp: () => setOpen('help'),
    element: (
      <Suspense fallback={null}>
        {open !== undefined && open !== 'help' && (
          <NameDialog
            title={text(`browse.new.${open}`)}
            onSubmit={(name) => onCreate(name, open)}
            onClose={close}
          />
        )}
        {open === 'help' && <HelpDialog onClose={close} />}
      </Suspense>
    ),
  };
}
