import { Check, Copy, ExternalLink, QrCode as QrCodeMark } from 'lucide-react';
import { useRef, useState } from 'react';
import { copyText } from '../../../lib/copy-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import styles from './links.module.css';
import { useText } from './texts.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const QrCode = lazy(async () => ({ default: (await import('../../../ui/marks/qr-code.tsx')).QrCode }));

interface FreshLinkProps {
  readonly url: string;
  /** Whether the URL was already copied when the link was created. */
  readonly isCopied: boolean;
}

/** Shows the URL of a new link. The URL exists only here, because the server stores just a hash. */
export function FreshLink({ url, isCopied: wasCopied }: FreshLinkProps) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(wasCopied);
  const [isCodeShown, setCodeShown] = useState(false);
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
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the URL is what the person created the link for
          autoFocus
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div className={styles['ways']}>
          <Button tone="primary" icon={isCopied ? Check : Copy} onClick={() => void handleCopy()}>
            {text('links.copy')}
          </Button>
          <Button icon={QrCodeMark} aria-expanded={isCodeShown} onClick={() => setCodeShown(!isCodeShown)}>
            {text('links.code')}
          </Button>
          <a className={styles['open']} href={url} target="_blank" rel="noreferrer">
            <Icon of={ExternalLink} size={16} />
            {text('links.open')}
          </a>
        </div>
      </div>
      {isCodeShown && (
        <div className={styles['code']}>
          <Suspense fallback={<Skeleton width="220px" height="220px" />}>
            <QrCode text={url} label={text('links.code.label')} />
          </Suspense>
          <p className={styles['muted']}>{text('links.code.hint')}</p>
        </div>
      )}
      <p className={styles['once']}>
        {text(isCopied ? 'links.copied' : 'links.notCopied')}
        {'. '}
        {text('links.once')}
      </p>
    </div>
  );
}
