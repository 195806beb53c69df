import type { NodeId, NodeView } from '@coffer/contracts';
import { type ReactNode, useState } from 'react';
import { HelpDialog, NameDialog, TemplateDialog } from './lazy-actions.ts';
import { useText } from './texts.ts';
import { useNodeActions } from './use-node-actions.ts';
import { Suspense } from '../../ui/loading/lazy.tsx';

/** What the New menu creates by name. */
export type Made = 'folder' | 'text' | 'markdown';

export interface PageDialogs {
  readonly isOpen: boolean;
  readonly openNew: (made: Made) => void;
  readonly openTemplates: () => void;
  readonly openHelp: () => void;
  readonly element: ReactNode;
}

interface PageDialogsOptions {
  readonly folderId: NodeId;
  readonly onFromTemplate: (node: NodeView) => void;
  /** Resolves to an error message if the name is refused. */
  readonly onCreate: (name: string, made: Made) => Promise<string | undefined>;
}

/** Dialogs that belong to the page, not to a row. */
function usePageDialogs({ folderId, onCreate, onFromTemplate }: PageDialogsOptions): PageDialogs {
  const text = useText();
  const [open, setOpen] = useState<Made | 'help' | 'templates'>();
  const close = (): void => setOpen(undefined);
  return {
    isOpen: open !== undefined,
    openNew: setOpen,
    openTemplates: () => setOpen('templates'),
    openHelp: () => setOpen('help'),
    element: (
      <Suspense fallback={null}>
        {open !== undefined && open !== 'help' && open !== 'templates' && (
          <NameDialog
            title={text(`browse.new.${open}`)}
            isFile={open !== 'folder'}
            onSubmit={(name) => onCreate(name, open)}
            onClose={close}
          />
        )}
        {open === 'templates' && (
          <TemplateDialog folderId={folderId} onMade={onFromTemplate} onClose={close} />
        )}
        {open === 'help' && <HelpDialog onClose={close} />}
      </Suspense>
    ),
  };
}

interface NewDialogs {
  readonly folderId: NodeId;
  /** Opens a new file in the editor. */
  readonly onEdit: (node: NodeView) => void;
  /** Opens a new file with its name selected. */
  readonly onNamed: (node: NodeView) => void;
}

export function useNewDialogs(
  { folderId, onEdit, onNamed }: NewDialogs,
  onCreated: (id: NodeId) => void,
): PageDialogs {
  const actions = useNodeActions();
  return usePageDialogs({
    folderId,
    onFromTemplate: onNamed,
    onCreate: (name, kind) =>
      kind === 'folder'
        ? actions.createFolder(folderId, name, onCreated)
        : actions.createFile({ parentId: folderId, name, kind, onCreated: onEdit }),
  });
}
