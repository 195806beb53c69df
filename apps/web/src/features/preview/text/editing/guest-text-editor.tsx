import { useState } from 'react';
import { type GuestEditing, guestEditingCalls } from '../../../../api/links/guest-saving.ts';
import { EditingCallsProvider } from './editing-calls.ts';
import { TextEditor, type TextEditorProps } from './text-editor.tsx';

interface GuestTextEditorProps extends TextEditorProps {
  readonly editing: GuestEditing;
}

/** The text editor, with the calls of a public link. */
export function GuestTextEditor({ editing, ...editor }: GuestTextEditorProps) {
  const [calls] = useState(() => guestEditingCalls(editing));
  return (
    <EditingCallsProvider value={calls}>
      <TextEditor {...editor} />
    </EditingCallsProvider>
  );
}
