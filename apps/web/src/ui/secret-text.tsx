import { Copy } from 'lucide-react';
import { copyText } from '../lib/copy-text.ts';
import { IconButton } from './icon-button.tsx';
import styles from './secret-text.module.css';

const GROUP = /.{1,4}/g;

interface SecretTextProps {
  readonly secret: string;
  readonly copyLabel: string;
  /** Whether the browser confirmed that the clipboard holds the secret. */
  readonly onCopied: (isCopied: boolean) => void;
}

/** A secret in groups of four, as authenticator apps show it; copied without the gaps. */
export function SecretText({ secret, copyLabel, onCopied }: SecretTextProps) {
  const copy = async (): Promise<void> => onCopied(await copyText(secret));
  return (
    <div className={styles['secret']}>
      <code dir="ltr">{(secret.match(GROUP) ?? []).join(' ')}</code>
      <IconButton icon={Copy} label={copyLabel} onClick={() => void copy()} />
    </div>
  );
}
