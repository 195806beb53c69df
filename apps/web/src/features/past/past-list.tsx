import type { NodeId, NodeView } from '@coffer/contracts';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { errorTexts } from '../../api/calls/error-texts.ts';
import type { PastItem, PastPage } from '../../api/details/past.ts';
import { fetchDownloadAddress } from '../../api/nodes.ts';
import { beginDownload } from '../../lib/downloads/begin-download.ts';
import { classes } from '../../lib/classes.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import type { PastViewing } from './past-viewing.ts';
import table from '../../ui/listing/item-table.module.css';
import styles from './past.module.css';
import { useText } from './texts.ts';

interface PastListProps {
  readonly items: readonly PastItem[];
  readonly page: Pick<PastPage, 'spaceId'>;
  readonly hrefOf: (id: NodeId) => string;
  readonly renderMark: (node: NodeView) => ReactNode;
  readonly renderPreview: (viewing: PastViewing) => ReactNode;
}

/** Folders open as they were. Files are previewed and downloaded in the version they had then. */
export function PastList({ items, page, hrefOf, renderMark, renderPreview }: PastListProps) {
  const text = useText();
  const [viewed, setViewed] = useState<NodeId>();
  const files = items.filter(({ kind, canOpen }) => kind === 'file' && canOpen);
  const index = files.findIndex(({ id }) => id === viewed);
  const file = files[index];
  return (
    <>
      <table className={classes(table['table'], styles['table'])} aria-label={text('past.items')}>
        <thead>
          <tr>
            <th scope="col">{text('past.name')}</th>
            <th scope="col">{text('past.since')}</th>
            <th scope="col">{text('past.modified')}</th>
            <th scope="col">{text('past.size')}</th>
            <th scope="col">
              <span className="visually-hidden">{text('past.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row
              key={item.id}
              item={item}
              mark={renderMark(nodeOf(item, page))}
              href={item.kind === 'folder' ? hrefOf(item.id) : undefined}
              onOpen={() => setViewed(item.id)}
            />
          ))}
        </tbody>
      </table>
      {file !== undefined &&
        renderPreview({
          node: nodeOf(file, page),
          at: (offset) => {
            const beside = files[index + offset];
            return beside === undefined ? undefined : nodeOf(beside, page);
          },
          onShow: setViewed,
          onDownload: () => void download(file),
          onClose: () => setViewed(undefined),
        })}
    </>
  );
}

interface RowProps {
  readonly item: PastItem;
  readonly mark: ReactNode;
  /** Defined for a folder that can be opened. */
  readonly href: string | undefined;
  readonly onOpen: () => void;
}

function Row({ item, mark, href, onOpen }: RowProps) {
  const text = useText();
  const { size, friendlyDate, dateTime } = useFormats();
  const today = useToday();
  const { kind, name, since, modifiedAt, canOpen } = item;
  const isKept = kind === 'folder' || item.versionId !== null;
  const state = isKept ? since : 'lost';
  const sizeWords = item.sizeBytes === null ? text('past.none') : size(item.sizeBytes);
  const stateWords = state === null ? undefined : text(`past.since.${state}`);
  return (
    <tr>
      <td>
        {href !== undefined && (
          <Link href={href} className={table['name']}>
            {mark}
            <bdi>{name}</bdi>
          </Link>
        )}
        {href === undefined && canOpen && (
          <button type="button" className={table['name']} onClick={onOpen}>
            {mark}
            <bdi>{name}</bdi>
          </button>
        )}
        {href === undefined && !canOpen && (
          <span className={table['name']}>
            {mark}
            <bdi>{name}</bdi>
          </span>
        )}
        <span className={styles['second']}>
          {[stateWords, kind === 'file' ? sizeWords : undefined]
            .filter((each) => each !== undefined)
            .join(' · ')}
        </span>
      </td>
      <td>{stateWords !== undefined && <span className={styles['state']}>{stateWords}</span>}</td>
      <td>
        <time dateTime={modifiedAt} title={dateTime(modifiedAt)}>
          {friendlyDate(modifiedAt, today)}
        </time>
      </td>
      <td>{sizeWords}</td>
      <td>
        {kind === 'file' && canOpen && (
          <IconButton
            icon={Download}
            size="small"
            label={text('past.download', { name })}
            onClick={() => void download(item)}
          />
        )}
      </td>
    </tr>
  );
}

/** Downloads the version of that time. Shows a failure. */
async function download({ id, versionId }: PastItem): Promise<void> {
  if (versionId === null) return;
  try {
    beginDownload(await fetchDownloadAddress(id, versionId));
  } catch (cause) {
    showToast({ tone: 'danger', key: 'download', text: errorTexts().ofError(apiErrorOf(cause)) });
  }
}

/** Converts the item to the type that the viewers expect. */
function nodeOf(item: PastItem, { spaceId }: Pick<PastPage, 'spaceId'>): NodeView {
  const { id, kind, name, sizeBytes, mediaType, modifiedAt, versionId } = item;
  const unknown = { parentId: null, createdAt: modifiedAt, revision: 0, trashedAt: null };
  return { ...unknown, id, kind, name, sizeBytes, mediaType, modifiedAt, versionId, spaceId };
}
