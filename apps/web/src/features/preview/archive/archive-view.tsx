import { Archive as ArchiveIcon, Search } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { FindField } from '../frame/find-field.tsx';
import frame from '../frame/sheet.module.css';
import type { ViewerProps } from '../viewer.ts';
import { ItemList, type PlacedItem } from './item-list.tsx';
import { type Listing, savedName } from './item.ts';
import { useText } from './texts.ts';
import { formOf, type Taking, useArchive } from './use-archive.ts';

export function ArchiveView({ node, content, failed, onDownload }: ViewerProps) {
  const text = useText();
  const { listing, taking, take } = useArchive(node, content);
  if (listing === undefined) return <Spinner size="large" label={text('archive.opening')} />;
  if (listing === 'failed') return failed;
  if (listing.items.length === 0)
    return <EmptyState icon={ArchiveIcon} title={text('archive.empty')} text={text('archive.emptyText')} />;
  return (
    <OpenArchive
      listing={listing}
      taking={taking}
      name={node.name}
      isPacked={formOf(node) === 'tgz'}
      onTake={onDownload === undefined ? undefined : take}
    />
  );
}

interface OpenArchiveProps {
  readonly listing: Listing;
  readonly taking: Taking | undefined;
  readonly name: string;
  /** As a whole, so that nothing is taken from it. */
  readonly isPacked: boolean;
  /** Undefined if guests may only view. */
  readonly onTake: ((index: number) => void) | undefined;
}

function OpenArchive({ listing: { items, isCut }, taking, name, isPacked, onTake }: OpenArchiveProps) {
  const text = useText();
  const { number, size } = useFormats();
  const [words, setWords] = useState('');
  const wanted = words.trim().toLocaleLowerCase();
  const placed = useMemo((): readonly PlacedItem[] => {
    const all = items.map((item, index) => ({ item, index }));
    return wanted === '' ? all : all.filter(({ item }) => item.path.toLocaleLowerCase().includes(wanted));
  }, [items, wanted]);
  const files = items.filter(({ kind }) => kind !== 'folder');
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const found = placed.filter(({ item }) => item.kind !== 'folder').length;
  const total = text('archive.total', {
    files: text('archive.files', { count: files.length }),
    size: size(bytes),
  });
  const status = wanted === '' ? total : text('archive.found', { found: number(found), count: files.length });
  const news = useTakingWords(taking);
  useEffect(() => {
    if (wanted !== '') announce(status);
  }, [wanted, status]);
  return (
    <div className={frame['view']}>
      <div className={frame['card']}>
        <div className={frame['tools']}>
          <FindField label={text('archive.find')} value={words} onValue={setWords} />
          {isPacked && onTake !== undefined && <p className={frame['facts']}>{text('archive.packed')}</p>}
        </div>
        {isCut ? <Banner tone="info">{text('archive.cut')}</Banner> : <div />}
        <div className={frame['body']}>
          <ItemList
            label={text('archive.name', { name })}
            placed={placed}
            onTake={isPacked ? undefined : onTake}
          />
          {placed.length === 0 && (
            <div className={frame['nothing']}>
              <EmptyState
                icon={Search}
                title={text('archive.nothing', { words })}
                text={text('archive.nothingText')}
              />
            </div>
          )}
        </div>
        <footer className={frame['footer']}>
          <p>{status}</p>
          <output className={frame['value']}>{news}</output>
        </footer>
      </div>
    </div>
  );
}

function useTakingWords(taking: Taking | undefined): string {
  const text = useText();
  if (taking === undefined) return '';
  const name = savedName(taking.path);
  if (taking.state === 'saving') return text('archive.saving', { name });
  if (taking.state === 'saved') return text('archive.saved', { name });
  return text(`archive.refused.${taking.state}`, { name });
}
