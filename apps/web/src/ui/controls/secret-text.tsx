import { Copy } from 'lucide-react';
import { copyText } from '../../lib/copy-text.ts';
import { IconButton } from './icon-button.tsx';
import styles from './secret-text.module.css';

const GROUP = /.{1,4}/g;

interface SecretTextProps {
  readonly secret: string;
  readonly copyLabel: string;
  readonly onCopied: (isCopied: boolean) => void;
}

export function SecretText({ secret, copyLabel, onCopied }: SecretTextProps) {
  const copy = async (): Promise<void> => onCopied(await copyText(secret));
  return (
    <div className={styles['secret']}>
      <code dir="ltr">{(secret.match(GROUP) ?? []).join(' ')}</code>
      <IconButton icon={Copy} label={copyLabel} onClick={() => void copy()} />
    </div>
  );
}
