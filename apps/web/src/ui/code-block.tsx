import { Copy } from 'lucide-react';
import { copyText } from '../lib/copy-text.ts';
import styles from './code-block.module.css';
import { IconButton } from './icon-button.tsx';

interface CodeBlockProps {
  readonly code: string;
  readonly copyLabel: string;
  /** Whether the browser confirmed that the clipboard holds it. */
  readonly onCopied: (isCopied: boolean) => void;
}

/** Something to be typed or pasted as it stands: a command, a setting, a document. */
export function CodeBlock({ code, copyLabel, onCopied }: CodeBlockProps) {
  const copy = async (): Promise<void> => onCopied(await copyText(code));
  return (
    <div className={styles['block']}>
      <pre dir="ltr" lang="en">
        {code}
      </pre>
      <IconButton icon={Copy} label={copyLabel} onClick={() => void copy()} />
    </div>
  );
}
