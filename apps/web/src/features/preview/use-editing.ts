import { useState } from 'react';
import type { EditorHandle } from './text/editing/editor-sheet.tsx';
import type { ViewedNode } from './viewer.ts';

export interface Editing {
  readonly isEditing: boolean;
  /** Whether the editor is mounted, so that unsaved text is possible. */
  readonly isOpen: boolean;
  readonly setEditor: (editor: EditorHandle | null) => void;
  /** Undefined if the file cannot be edited here, or is being edited. */
  readonly begin: (() => void) | undefined;
  readonly end: () => void;
  readonly leave: (next: () => void) => void;
}

/** URL fragment of a file just created from a template. It selects the name and opens the editor. */
export const NEW = '#new';

/** `#edit` opens the editor at once. */
export function useEditing(node: ViewedNode, mayEdit: boolean): Editing {
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  const [editedId, setEditedId] = useState(() =>
    mayEdit && [NEW, '#edit'].includes(location.hash) ? node.id : undefined,
  );
  // Stays true even if the right is revoked, so that unsaved text is not lost.
  const isEditing = editedId === node.id;
  return {
    isEditing,
    isOpen: editor !== null,
    setEditor,
    begin: mayEdit && !isEditing ? () => setEditedId(node.id) : undefined,
    // A late call must not close the editor of the next file.
    end: () => setEditedId((edited) => (edited === node.id ? undefined : edited)),
    leave: (next) => {
      if (editor === null) next();
      else editor.leave(next);
    },
  };
}
