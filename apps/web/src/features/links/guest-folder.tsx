import type { GuestDownload, GuestNode } from '@coffer/contracts';
import { Download, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { GUEST_PAGE_SIZE, guestPageQuery, guestPathQuery } from '../../api/links/guest-link.ts';
import { useQueries, useQuery } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ButtonLink, Link } from '../../ui/controls/link.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { GuestFrame } from './guest-frame.tsx';
import { GuestMark } from './guest-mark.tsx';
import type { GuestPageProps } from './guest-page-props.ts';
import styles from './guest.module.css';
import { GuestPath } from './guest-path.tsx';
import { hasLimit, Sender, Terms } from './sender.tsx';
import { useText } from './texts.ts';
import { useGuestDownload } from './use-guest-download.ts';

interface GuestFolderProps extends GuestPageProps {
  readonly link: GuestDownload;
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
        {/* A zip file asks for addresses ahead, and a limit would count each. */}
        {!hasLimit(link) && here.id === folderId && (
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
      <section className={styles['sheet']} aria-label={text('guest.items')}>
        <Items key={folderId} {...props} folderId={folderId} />
      </section>
    </GuestFrame>
  );
}

function Items(props: GuestFolderProps & { readonly folderId: GuestNode['id'] }) {
  const { token, link, folderId, hrefOf } = props;
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const [pageCount, setPageCount] = useState(1);
  const pages = useQueries(
    Array.from({ length: pageCount }, (_, page) => guestPageQuery(token, folderId, page * GUEST_PAGE_SIZE)),
  );
  const { busyId, isUsedUp, download } = useGuestDownload(token, link);
  const items = pages.flatMap(({ data }) => data?.items ?? []);
  const total = pages[0]?.data?.total;
  const failed = pages.find(({ failure }) => failure !== undefined);
  const isWaiting = pages.some(({ isPending }) => isPending);
  const error = failed?.failure === undefined ? undefined : apiErrorOf(failed.failure.cause);
  if (error !== undefined && items.length === 0) {
    return (
      <div className={styles['failed']}>
        <Refusal words={ofFailure(failed?.failure)} />
        {error.code === 'node_not_found' ? (
          <ButtonLink href={hrefOf(undefined)}>{text('guest.toTop')}</ButtonLink>
        ) : (
          <Button onClick={() => void failed?.refetch()}>{text('guest.retry')}</Button>
        )}
      </div>
    );
  }
  if (total === 0) {
    return <EmptyState icon={FolderOpen} title={text('guest.empty.title')} text={text('guest.empty.text')} />;
  }
  return (
    <>
      {isWaiting && items.length === 0 && <RowsWaiting />}
      <ul className={styles['rows']} aria-label={text('guest.items')}>
        {items.map((node) => (
          <Item
            key={node.id}
            node={node}
            href={hrefOf(node.id)}
            isBusy={busyId === node.id}
            isUsedUp={isUsedUp}
            onDownload={() => void download(node)}
          />
        ))}
      </ul>
      {total !== undefined && items.length < total && (
        <div className={styles['more']}>
          <Refusal words={ofFailure(failed?.failure)} />
          <Button
            isBusy={isWaiting}
            onClick={() => (failed === undefined ? setPageCount(pageCount + 1) : void failed.refetch())}
          >
            {text(failed === undefined ? 'guest.more' : 'guest.retry')}
          </Button>
        </div>
      )}
    </>
  );
}

interface ItemProps {
  readonly node: GuestNode;
  readonly href: string;
  readonly isBusy: boolean;
  readonly isUsedUp: boolean;
  readonly onDownload: () => void;
}

function Item({ node, href, isBusy, isUsedUp, onDownload }: ItemProps) {
  const text = useText();
  const { size, date } = useFormats();
  const { name } = node;
  return (
    <li className={styles['row']}>
      <GuestMark node={node} />
      <span className={styles['words']}>
        {node.kind === 'folder' ? (
          <Link href={href} className={styles['name']}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <span className={styles['name']}>
            <bdi>{name}</bdi>
          </span>
        )}
        <span className={styles['muted']}>
          {node.sizeBytes !== null && `${size(node.sizeBytes)} · `}
          {date(node.modifiedAt)}
          {node.isDamaged === true && ` · ${text('guest.damagedShort')}`}
        </span>
      </span>
      {node.kind === 'file' && (
        <IconButton
          icon={Download}
          label={text('guest.downloadNamed', { name })}
          aria-busy={isBusy || undefined}
          disabled={isUsedUp}
          onClick={onDownload}
        />
      )}
    </li>
  );
}

function RowsWaiting() {
  const text = useText();
  return (
    <output aria-label={text('guest.loading')} className={styles['ghosts']}>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height="24px" width={`${80 - row * 12}%`} />
      ))}
    </output>
  );
}
