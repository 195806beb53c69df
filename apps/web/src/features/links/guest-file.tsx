import type { GuestDownload } from '@coffer/contracts';
import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { guestPreviewQuery } from '../../api/links/guest-link.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { GuestFrame } from './guest-frame.tsx';
import { GuestMark } from './guest-mark.tsx';
import styles from './guest.module.css';
import { hasLimit, Sender, Terms } from './sender.tsx';
import { useText } from './texts.ts';
import { useGuestDownload } from './use-guest-download.ts';

const GuestText = lazy(async () => ({ default: (await import('./guest-text.tsx')).GuestText }));

interface GuestFileProps {
  readonly token: string;
  readonly link: GuestDownload;
}

export function GuestFile({ token, link }: GuestFileProps) {
  const text = useText();
  const { size, date } = useFormats();
  const { busyId, isUsedUp, download } = useGuestDownload(token, link);
  const { node } = link;
  return (
    <GuestFrame isWide>
      <article className={styles['file']}>
        <Stage token={token} link={link} />
        <div className={styles['side']}>
          <Sender link={link} />
          <div>
            <PageHeading title={node.name} size="large">
              <bdi>{node.name}</bdi>
            </PageHeading>
            <p className={styles['muted']}>
              {size(node.sizeBytes ?? 0)} · {date(node.modifiedAt)}
            </p>
          </div>
          {node.isDamaged === true && (
            <Banner tone="warning">
              <p>{text('guest.damaged')}</p>
            </Banner>
          )}
          <Button
            tone="primary"
            icon={Download}
            isWide
            isBusy={busyId !== undefined}
            disabled={isUsedUp}
            onClick={() => void download(node)}
          >
            {text('guest.download')}
          </Button>
          <Terms link={link} />
        </div>
      </article>
    </GuestFrame>
  );
}

/** Larger pictures would only be waited for. */
const SHOWN_BYTES_MAX = 25_000_000;

/** What every browser shows. No SVG, which can refer to other files. */
const PICTURE = /^image\/(avif|gif|jpeg|png|webp)$/;

/** Text is read by people of any kind; what runs is not told apart here, because it is shown as text. */
const TEXT = /^(text\/|application\/(json|xml)$)/;

/** The picture, the text, or the kind of the file. */
function Stage({ token, link }: GuestFileProps) {
  const { node } = link;
  const mediaType = node.mediaType ?? '';
  const mayShow = !hasLimit(link) && node.isDamaged !== true && (node.sizeBytes ?? 0) <= SHOWN_BYTES_MAX;
  const isShown = mayShow && PICTURE.test(mediaType);
  const preview = useQuery(guestPreviewQuery(token, node), { isEnabled: isShown });
  const [isBroken, setBroken] = useState(false);
  if (mayShow && TEXT.test(mediaType)) {
    return (
      <div className={styles['stage']}>
        <Suspense fallback={<GuestMark node={node} size={48} />}>
          <GuestText token={token} node={node} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className={styles['stage']}>
      {isShown && preview.data !== undefined && !isBroken ? (
        <img src={preview.data.url} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
      ) : (
        <GuestMark node={node} size={48} />
      )}
    </div>
  );
}
