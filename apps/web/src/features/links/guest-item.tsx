import type { GuestNode, GuestShare } from '@coffer/contracts';
import { Download } from 'lucide-react';
import { useFormats } from '../../lib/language/format.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { GuestMark } from './guest-mark.tsx';
import { GuestPicture } from './guest-picture.tsx';
import styles from './guest-items.module.css';
import { useText } from './texts.ts';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const EditMenu = lazy(async () => ({ default: (await import('./edit/edit-menu.tsx')).EditMenu }));

interface GuestItemProps {
  readonly token: string;
  readonly node: GuestNode;
  readonly isTile: boolean;
  readonly isCounted: boolean;
  /** URL that opens the folder, or the file over the list. Undefined if the item cannot be opened. */
  readonly href: string | undefined;
  readonly isBusy: boolean;
  readonly isUsedUp: boolean;
  /** Kinds of files that the link accepts. */
  readonly kinds: GuestShare['kinds'];
  /** The folder of the list. Undefined if guests may not change it. */
  readonly editIn: GuestNode['id'] | undefined;
  /** Undefined for guests who may only view the files. */
  readonly onDownload: (() => void) | undefined;
}

/** A row of the list or a tile of the grid. Its whole area opens the item. */
export function GuestItem({ node, isTile, isCounted, href, onDownload, ...props }: GuestItemProps) {
  const text = useText();
  const { size, date } = useFormats();
  const { name } = node;
  const { sizeBytes, modifiedAt, isDamaged } = node;
  const facts = [
    ...(sizeBytes === null ? [] : [size(sizeBytes)]),
    // A tile has no space for both size and date.
    ...(isTile && sizeBytes !== null ? [] : [date(modifiedAt)]),
    ...(isDamaged === true ? [text('guest.damagedShort')] : []),
  ];
  const picture = isCounted ? (
    <GuestMark node={node} size={isTile ? 48 : 20} />
  ) : (
    <GuestPicture token={props.token} node={node} size={isTile ? 'large' : 'small'} />
  );
  return (
    <li className={styles[isTile ? 'tile' : 'row']}>
      <span className={styles['face']} data-kind={node.kind}>
        {picture}
      </span>
      <span className={styles['words']}>
        {href === undefined ? (
          <span className={styles['name']}>
            <bdi>{name}</bdi>
          </span>
        ) : (
          <Link href={href} className={styles['name']}>
            <bdi>{name}</bdi>
          </Link>
        )}
        <span className={styles['muted']}>{facts.join(' · ')}</span>
      </span>
      {node.kind === 'file' && onDownload !== undefined && (
        <IconButton
          icon={Download}
          label={text('guest.downloadNamed', { name })}
          aria-busy={props.isBusy || undefined}
          disabled={props.isUsedUp}
          onClick={onDownload}
        />
      )}
      {props.editIn !== undefined && (
        <Suspense fallback={null}>
          <EditMenu token={props.token} node={node} kinds={props.kinds} folderId={props.editIn} href={href} />
        </Suspense>
      )}
    </li>
  );
}
