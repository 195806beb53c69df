import { Archive as ArchiveIcon, Search } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { Loading } from '../fetching/loading.tsx';
import { FindField } from '../frame/find-field.tsx';
import frame from '../frame/sheet.module.css';
import type { ViewerProps } from '../viewer.ts';
import { ItemList, type FilteredItem } from './item-list.tsx';
import { type Listing, savedName } from './item.ts';
import { useText } from './texts.ts';
import { archiveFormatOf, type Extraction, useArchive } from './use-archive.ts';

export function ArchiveView({ node, content, failed, onDownload }: ViewerProps) {
  const text = useText();
  const { listing, extraction, extract } = useArchive(node, content);
  if (listing === undefined) return <Loading label={text('archive.opening')} />;
  if (listing === 'failed') return failed;
  if (listing.items.length === 0)
    return <EmptyState icon={ArchiveIcon} title={text('archive.empty')} text={text('archive.emptyText')} />;
  return (
    <OpenArchive
      listing={listing}
      extraction={extraction}
      name={node.name}
      isPacked={archiveFormatOf(node) === 'tgz'}
      onExtract={onDownload === undefined ? undefined : extract}
    />
  );
}

interface OpenArchiveProps {
  readonly listing: Listing;
  readonly extraction: Extraction | undefined;
  readonly name: string;
  /** Whether the archive is compressed as a whole, so that single files cannot be extracted. */
  readonly isPacked: boolean;
  /** Undefined for guests who may only view the files. */
  readonly onExtract: ((index: number) => void) | undefined;
}

function OpenArchive({
  listing: { items, isTruncated },
  extraction,
  name,
  isPacked,
  onExtract,
}: OpenArchiveProps) {
  const text = useText();
  const { number, size } = useFormats();
  const [query, setQuery] = useState('');
  const needle = query.trim().toLocaleLowerCase();
  const filtered = useMemo((): readonly FilteredItem[] => {
    const all = items.map((item, index) => ({ item, index }));
    return needle === '' ? all : all.filter(({ item }) => item.path.toLocaleLowerCase().includes(needle));
  }, [items, needle]);
  const files = items.filter(({ kind }) => kind !== 'folder');
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const found = filtered.filter(({ item }) => item.kind !== 'folder').length;
  const total = text('archive.total', {
    files: text('archive.files', { count: files.length }),
    size: size(bytes),
  });
  const status = needle === '' ? total : text('archive.found', { found: number(found), count: files.length });
  const extractionStatus = useExtractionStatus(extraction);
  useEffect(() => {
    if (needle !== '') announce(status);
  }, [needle, status]);
  return (
    <div className={frame['view']}>
      <div className={frame['card']}>
        <div className={frame['tools']}>
          <FindField label={text('archive.find')} value={query} onValue={setQuery} />
          {isPacked && onExtract !== undefined && <p className={frame['facts']}>{text('archive.packed')}</p>}
        </div>
        {isTruncated ? <Banner tone="info">{text('archive.cut')}</Banner> : <div />}
        <div className={frame['body']}>
          <ItemList
            label={text('archive.name', { name })}
            filtered={filtered}
            onExtract={isPacked ? undefined : onExtract}
          />
          {filtered.length === 0 && (
            <div className={frame['nothing']}>
              <EmptyState
                icon={Search}
                title={text('archive.nothing', { words: query })}
                text={text('archive.nothingText')}
              />
            </div>
          )}
        </div>
        <footer className={frame['footer']}>
          <p>{status}</p>
          <output className={frame['value']}>{extractionStatus}</output>
        </footer>
      </div>
    </div>
  );
}

function useExtractionStatus(extraction: Extraction | undefined): string {
  const text = useText();
  if (extraction === undefined) return '';
  const name = savedName(extraction.path);
  if (extraction.state === 'saving') return text('archive.saving', { name });
  if (extraction.state === 'saved') return text('archive.saved', { name });
  return text(`archive.refused.${extraction.state}`, { name });
}
