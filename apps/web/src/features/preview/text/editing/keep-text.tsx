import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../../../lib/copy-text.ts';
import { saveFile } from '../../../../lib/downloads/save-file.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { useText } from '../texts.ts';
import type { EditingSession } from './editing-session.ts';
import styles from './text-editor.module.css';

interface KeepTextProps {
  readonly fileName: string;
  readonly session: EditingSession;
}

/** Buttons for text that is kept nowhere but in this page. */
export function KeepText({ fileName, session }: KeepTextProps) {
  return (
    <>
      <CopyText session={session} />
      <DownloadText fileName={fileName} session={session} />
    </>
  );
}

export function DownloadText({ fileName, session }: KeepTextProps) {
  const text = useText();
  return (
    <Button icon={Download} onClick={() => saveFile(fileName, session.getText(), 'text/plain;charset=utf-8')}>
      {text('editor.ended.download')}
    </Button>
  );
}

function CopyText({ session }: Pick<KeepTextProps, 'session'>) {
  const text = useText();
  const [result, setResult] = useState<'text.copied' | 'text.notCopied'>();
  const copy = async (): Promise<void> => {
    setResult((await copyText(session.getText())) ? 'text.copied' : 'text.notCopied');
  };
  return (
    <>
      <output className={result === 'text.notCopied' ? styles['said'] : 'visually-hidden'}>
        {result !== undefined && text(result)}
      </output>
      <Button icon={result === 'text.copied' ? Check : Copy} onClick={() => void copy()}>
        {text('editor.ended.copy')}
      </Button>
    </>
  );
}
