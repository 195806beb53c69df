import type { GuestShare } from '@coffer/contracts';
import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import { guestPreviewQuery } from '../../api/links/guest-link.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { editingOf } from './editing-of.ts';
import { GuestFrame } from './guest-frame.tsx';
import { GuestMark } from './guest-mark.tsx';
import type { GuestPageProps } from './guest-page-props.ts';
import { GuestPicture } from './guest-picture.tsx';
import styles from './guest-file.module.css';
import page from './guest.module.css';
import { hasLimit, Sender, Terms } from './sender.tsx';
import { useText } from './texts.ts';
import { useGuestDownload } from './use-guest-download.ts';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const VersionTools = lazy(async () => ({ default: (await import('./edit/version-tools.tsx')).VersionTools }));
const GuestText = lazy(async () => ({ default: (await import('./guest-text.tsx')).GuestText }));

interface GuestFileProps extends GuestPageProps {
  readonly link: GuestShare;
  /** Uploads have begun or ended. */
  readonly onSending: (isSending: boolean) => void;
}

export function GuestFile(props: GuestFileProps) {
  const { token, link, fileId, viewHrefOf, renderPreview } = props;
  const text = useText();
  const { size, date } = useFormats();
  const { busyId, isUsedUp, download } = useGuestDownload(token, link);
  const { node } = link;
  const mayPreview = !hasLimit(link) && node.isDamaged !== true;
  const onDownload = link.kind === 'view' ? undefined : () => void download(node);
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
            <p className={page['muted']}>
              {size(node.sizeBytes ?? 0)} · {date(node.modifiedAt)}
            </p>
          </div>
          {node.isDamaged === true && (
            <Banner tone="warning">
              <p>{text('guest.damaged')}</p>
            </Banner>
          )}
          <div className={styles['ways']}>
            {onDownload !== undefined && (
              <Button
                tone="primary"
                icon={Download}
                isWide
                isBusy={busyId !== undefined}
                disabled={isUsedUp}
                onClick={onDownload}
              >
                {text('guest.download')}
              </Button>
            )}
            {mayPreview && (
              <Button icon={Eye} isWide onClick={() => navigate(viewHrefOf(node.id))}>
                {text('guest.preview')}
              </Button>
            )}
          </div>
          {link.kind === 'edit' && (
            <Suspense fallback={null}>
              <VersionTools
                token={token}
                link={link}
                viewHref={viewHrefOf(node.id)}
                loadTransfers={props.loadTransfers}
                onSending={props.onSending}
              />
            </Suspense>
          )}
          <Terms link={link} />
        </div>
      </article>
      {mayPreview &&
        fileId === node.id &&
        renderPreview({
          node,
          at: () => undefined,
          renderPicture: (other) => <GuestPicture token={token} node={other} size="large" />,
          onDownload,
          editing: editingOf(token, link),
        })}
    </GuestFrame>
  );
}

/** Larger files are not displayed; a picture is then shown as its thumbnail. */
const SHOWN_BYTES_MAX = 25_000_000;

/** Formats that every browser shows. SVG is excluded because it can refer to other files. */
const PICTURE = /^image\/(avif|gif|jpeg|png|webp)$/;

/** All text is shown as plain text, including code. */
const TEXT = /^(text\/|application\/(json|xml)$)/;

/** Shows the picture, the beginning of the text, or the icon of the file's kind. */
function Stage({ token, link }: Pick<GuestFileProps, 'link' | 'token'>) {
  const { node } = link;
  const mediaType = node.mediaType ?? '';
  const mayShow = !hasLimit(link) && node.isDamaged !== true;
  const isSmall = (node.sizeBytes ?? 0) <= SHOWN_BYTES_MAX;
  const isShown = mayShow && isSmall && PICTURE.test(mediaType);
  const preview = useQuery(guestPreviewQuery(token, node), { isEnabled: isShown });
  const [isBroken, setBroken] = useState(false);
  if (mayShow && isSmall && TEXT.test(mediaType)) {
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
      ) : mayShow ? (
        <GuestPicture token={token} node={node} size="large" />
      ) : (
        <GuestMark node={node} size={48} />
      )}
    </div>
  );
}
