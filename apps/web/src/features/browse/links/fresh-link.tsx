import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { copyText } from '../../../lib/copy-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import styles from './links.module.css';
import { useText } from './texts.ts';

interface FreshLinkProps {
  readonly url: string;
  /** Whether the address could be copied when the link was made. */
  readonly isCopied: boolean;
}

/** The address exists only here: the server keeps a hash of it. */
export function FreshLink({ url, isCopied: wasCopied }: FreshLinkProps) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(wasCopied);
  const handleCopy = async (): Promise<void> => {
    const isDone = await copyText(url);
    setCopied(isDone);
    if (isDone) showToast({ tone: 'success', key: 'link', text: text('links.copied') });
    else field.current?.select();
  };
  return (
    <div className={styles['fresh']}>
      <div className={styles['address']}>
        <TextField
          ref={field}
          label={text('links.address')}
          dir="ltr"
          readOnly
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the address is what the link was made for
          autoFocus
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button tone="primary" icon={isCopied ? Check : Copy} onClick={() => void handleCopy()}>
          {text('links.copy')}
        </Button>
      </div>
      <p className={styles['once']}>
        {text(isCopied ? 'links.copied' : 'links.notCopied')}
        {'. '}
        {text('links.once')}
      </p>
    </div>
  );
}
