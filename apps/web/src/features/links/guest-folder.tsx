import type { GuestShare } from '@coffer/contracts';
import { Download } from 'lucide-react';
import { useQuery } from '../../api/calls/use-query.ts';
import { guestPathQuery } from '../../api/links/guest-link.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { GuestFrame } from './guest-frame.tsx';
import { GuestItems } from './guest-items.tsx';
import type { GuestPageProps } from './guest-page-props.ts';
import items from './guest-items.module.css';
import styles from './guest.module.css';
import { GuestPath } from './guest-path.tsx';
import { hasLimit, Sender, Terms } from './sender.tsx';
import { useText } from './texts.ts';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const EditTools = lazy(async () => ({ default: (await import('./edit/edit-tools.tsx')).EditTools }));

interface GuestFolderProps extends GuestPageProps {
  readonly link: GuestShare;
  /** Uploads have begun or ended. */
  readonly onSending: (isSending: boolean) => void;
}

export function GuestFolder(props: GuestFolderProps) {
  const { token, link, folderId = link.node.id, hrefOf, onDownloadAll } = props;
  const text = useText();
  const path = useQuery(guestPathQuery(token, folderId), { isEnabled: folderId !== link.node.id });
  const crumbs = folderId === link.node.id ? [link.node] : (path.data?.items ?? [link.node]);
  const here = crumbs.at(-1) ?? link.node;
  return (
    <GuestFrame isWide>
      <Sender link={link} />
      <div className={styles['top']}>
        <div className={styles['heading']}>
          <GuestPath crumbs={crumbs} rootId={link.node.id} hrefOf={hrefOf} />
          <PageHeading title={here.name} pageKey={folderId}>
            <bdi className={styles['voice']}>{here.name}</bdi>
          </PageHeading>
          <Terms link={link} />
        </div>
        {/* A zip download requests presigned URLs ahead of time, and each would count against a limit. */}
        {link.kind !== 'view' && !hasLimit(link) && here.id === folderId && (
          <Button
            tone="primary"
            icon={Download}
            onClick={() =>
              onDownloadAll({ ...link.node, id: here.id, name: here.name, versionId: null, kind: 'folder' })
            }
          >
            {text('guest.downloadAll')}
          </Button>
        )}
      </div>
      {link.kind === 'edit' && (
        <Suspense fallback={null}>
          <EditTools
            token={token}
            kinds={link.kinds}
            folderId={folderId}
            viewHrefOf={props.viewHrefOf}
            loadTransfers={props.loadTransfers}
            onSending={props.onSending}
          />
        </Suspense>
      )}
      <section className={items['sheet']} aria-label={text('guest.items')}>
        <GuestItems key={folderId} {...props} folderId={folderId} />
      </section>
    </GuestFrame>
  );
}
