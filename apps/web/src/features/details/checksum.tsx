import { Copy } from 'lucide-react';
import type { Version } from '../../api/versions.ts';
import { hexOfBase64 } from '../../lib/checksum/hex-of-base64.ts';
import { copyText } from '../../lib/copy-text.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import styles from './details.module.css';
import { Failed } from './panel-states.tsx';
import { useText } from './texts.ts';

interface ChecksumProps {
  /** Undefined until it is loaded. */
  readonly version: Version | undefined;
  readonly failure: { readonly cause: unknown } | undefined;
  readonly onRetry: () => Promise<void>;
}

export function Checksum({ version, failure, onRetry }: ChecksumProps) {
  const text = useText();
  if (version === undefined) {
    return failure === undefined ? (
      <Skeleton height="2rem" />
    ) : (
      <Failed failure={failure} onRetry={onRetry} />
    );
  }
  const { contentSha256, verifiedAt } = version;
  // The checksum is null until the server has read the content.
  if (contentSha256 === null) return <p className={styles['quiet']}>{text('details.checksum.pending')}</p>;
  const checksum = hexOfBase64(contentSha256);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(checksum);
    showToast({
      key: 'checksum',
      tone: isCopied ? 'success' : 'danger',
      text: text(isCopied ? 'details.checksum.copied' : 'details.checksum.notCopied'),
    });
  };
  return (
    <div className={styles['checksum']}>
      <code dir="ltr">{checksum}</code>
      <IconButton
        icon={Copy}
        size="small"
        label={text('details.checksum.copy')}
        onClick={() => void copy()}
      />
      {verifiedAt === null && <p className={styles['quiet']}>{text('details.checksum.unverified')}</p>}
    </div>
  );
}
