import { Copy } from 'lucide-react';
import { copyText } from '../../lib/copy-text.ts';
import styles from './code-block.module.css';
import { IconButton } from '../controls/icon-button.tsx';

interface CodeBlockProps {
  readonly code: string;
  readonly copyLabel: string;
  readonly onCopied: (isCopied: boolean) => void;
}

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
