import { useState } from 'react';
import type { EditorHandle } from './text/editing/editor-sheet.tsx';
import type { ViewedNode } from './viewer.ts';

export interface Editing {
  readonly isEditing: boolean;
  /** Whether text could be lost. */
  readonly isOpen: boolean;
  readonly setEditor: (editor: EditorHandle | null) => void;
  /** Undefined when the file can't be edited here. */
  readonly begin: (() => void) | undefined;
  readonly end: () => void;
  readonly leave: (next: () => void) => void;
}

/** Set for a copy just created from a template: selects its name and opens its text. */
export const NEW = '#new';

/** `#edit` opens the editor at once. */
export function useEditing(node: ViewedNode, mayEdit: boolean): Editing {
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  const [editedId, setEditedId] = useState(() =>
    mayEdit && [NEW, '#edit'].includes(location.hash) ? node.id : undefined,
  );
  // Even if the right was revoked: unsaved text must not vanish.
  const isEditing = editedId === node.id;
  return {
    isEditing,
    isOpen: editor !== null,
    setEditor,
    begin: mayEdit && !isEditing ? () => setEditedId(node.id) : undefined,
    end: () => setEditedId(undefined),
    leave: (next) => {
      if (editor === null) next();
      else editor.leave(next);
    },
  };
}
