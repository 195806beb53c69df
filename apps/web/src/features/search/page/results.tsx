import type { NodeView, SearchHit, UserId } from '@coffer/contracts';
import { CircleAlert, Search, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageFrame } from '../../../ui/page/page-frame.tsx';
import { HitList, HitListWaiting } from '../list/hit-list.tsx';
import { Filters, isFiltered, unfiltered } from './filters.tsx';
import styles from './results.module.css';
import type { SearchAddress, SearchPlace } from './search-address.ts';
import { type ResultsText, useText } from './texts.ts';
import { type SearchSpace, type SoughtFolder, useFolder } from './use-folder.ts';
import type { SearchPages } from './use-search-pages.ts';

interface ResultsProps {
  readonly address: SearchAddress;
  readonly pages: Readonly<Record<SearchPlace, SearchPages>>;
  readonly spaces: readonly SearchSpace[];
  readonly me: UserId;
  readonly tags: readonly string[];
  readonly renderMark: (node: NodeView) => ReactNode;
  readonly onChange: (address: SearchAddress) => void;
  /** Opens the file over the results. */
  readonly onView: (hit: SearchHit) => void;
}

/**
 * Shows matches in names and in contents separately, because their ranks are not comparable, or only one of the two.
 */
export function Results(props: ResultsProps) {
  const { address, pages, spaces, me, tags, onChange } = props;
  const text = useText();
  const folder = useFolder(address.folder, spaces);
  const count = address.in === undefined ? '' : countWords(text, pages[address.in]);
  return (
    <PageFrame
      title={titleOf(text, address, folder)}
      action={<output className={styles['count']}>{count}</output>}
    >
      {address.q !== '' && (
        <Filters address={address} spaces={spaces} folder={folder} me={me} tags={tags} onChange={onChange} />
      )}
      {folder !== undefined && folder.path.length > 1 && <FolderPath path={folder.path} />}
      <Body {...props} />
    </PageFrame>
  );
}

function titleOf(text: ResultsText, { q }: SearchAddress, folder: SoughtFolder | undefined): string {
  if (q === '') return text('results.title');
  const words = { q: q.replaceAll('"', '') };
  return folder?.name === undefined
    ? text('results.titleFor', words)
    : text('results.titleIn', { ...words, folder: folder.name });
}

function FolderPath({ path }: Pick<SoughtFolder, 'path'>) {
  return (
    <p className={styles['path']}>
      {path.map((name, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- folders may have the same name, and never change places
        <span key={at}>
          {at > 0 && <span aria-hidden="true"> › </span>}
          <bdi>{name}</bdi>
        </span>
      ))}
    </p>
  );
}

function countWords(text: ResultsText, { total, isPartial }: SearchPages): string {
  if (total === undefined || total === 0) return '';
  return text(isPartial ? 'results.countPartial' : 'results.count', { count: total });
}

function Body(props: ResultsProps) {
  const { address, pages } = props;
  const text = useText();
  if (address.q === '') {
    return <EmptyState icon={Search} title={text('results.start.title')} text={text('results.start.text')} />;
  }
  const shown = address.in === undefined ? [pages.name, pages.content] : [pages[address.in]];
  const failed = shown.find(({ error }) => error !== undefined);
  if (failed !== undefined && shown.every(({ items }) => items.length === 0)) {
    const isGone = address.folder !== undefined && failed.error?.code === 'node_not_found';
    return isGone ? <FolderGone {...props} /> : <Failed pages={failed} />;
  }
  if (address.in === 'content' && pages.content.unread === null) {
    return <EmptyState icon={SearchX} title={text('results.off.title')} text={text('results.off.text')} />;
  }
  if (shown.every(({ total }) => total === 0)) return <None {...props} />;
  if (address.in !== undefined) {
    return <Hits {...props} place={address.in} pages={pages[address.in]} label={text('results.list')} />;
  }
  return (
    <>
      <Section {...props} place="name" />
      {pages.content.unread !== null && <Section {...props} place="content" />}
    </>
  );
}

function Failed({ pages }: { readonly pages: SearchPages }) {
  const text = useText();
  const words = useErrorTexts();
  return (
    <EmptyState
      icon={CircleAlert}
      title={text('results.failed')}
      text={pages.error === undefined ? '' : words.ofError(pages.error)}
      action={<Button onClick={pages.retry}>{text('results.retry')}</Button>}
    />
  );
}

function Everywhere({ address, onChange }: Pick<ResultsProps, 'address' | 'onChange'>) {
  const text = useText();
  return (
    <Button icon={Search} onClick={() => onChange({ ...address, folder: undefined })}>
      {text('results.everywhere')}
    </Button>
  );
}

function FolderGone(props: ResultsProps) {
  const text = useText();
  return (
    <EmptyState
      icon={SearchX}
      title={text('results.gone.title')}
      text={text('results.gone.text')}
      action={<Everywhere {...props} />}
    />
  );
}

function None({ address, pages, onChange }: ResultsProps) {
  const text = useText();
  const canIncludeTrash = address.trash === undefined;
  const isInFolder = address.folder !== undefined;
  const hint = isFiltered(address) ? 'results.noneHintFilters' : 'results.noneHint';
  return (
    <>
      <Unread pages={pages.content} />
      <EmptyState
        icon={SearchX}
        title={text(isInFolder ? 'results.noneInFolder' : 'results.none', { q: address.q })}
        text={text(canIncludeTrash ? hint : 'results.noneHintTrash')}
        action={
          <>
            {isInFolder && <Everywhere address={address} onChange={onChange} />}
            {canIncludeTrash && (
              <Button onClick={() => onChange({ ...address, trash: 'include' })}>
                {text('results.includeTrash')}
              </Button>
            )}
            {isFiltered(address) && (
              <Button onClick={() => onChange(unfiltered(address))}>{text('results.clearFilters')}</Button>
            )}
          </>
        }
      />
    </>
  );
}

function Unread({ pages: { unread } }: { readonly pages: SearchPages }) {
  const text = useText();
  if (unread === null || unread === 0) return null;
  return <p className={styles['note']}>{text('results.unread', { count: unread })}</p>;
}

/** Number of matches in names that are shown together with matches in contents. */
const NAMES_SHOWN = 5;

function Section(props: ResultsProps & { readonly place: SearchPlace }) {
  const { address, place, onChange } = props;
  const text = useText();
  const pages = props.pages[place];
  const heading = `results-${place}`;
  const isCut = place === 'name' && (pages.total ?? 0) > NAMES_SHOWN;
  const shown = isCut
    ? { ...pages, items: pages.items.slice(0, NAMES_SHOWN), isWaiting: false, showMore: undefined }
    : pages;
  return (
    <section aria-labelledby={heading} className={styles['section']}>
      <div className={styles['heading']}>
        <h2 id={heading}>{text(`results.in.${place}`)}</h2>
        <output className={styles['count']}>{countWords(text, pages)}</output>
        {isCut && (
          <Button tone="quiet" onClick={() => onChange({ ...address, in: 'name' })}>
            {text('results.showAll')}
          </Button>
        )}
      </div>
      <Hits
        {...props}
        place={place}
        pages={shown}
        label={text(place === 'name' ? 'results.list' : 'results.in.content')}
      />
    </section>
  );
}

interface HitsProps extends Pick<ResultsProps, 'renderMark' | 'onView'> {
  readonly place: SearchPlace;
  readonly pages: SearchPages;
  readonly label: string;
}

function Hits({ place, pages, label, renderMark, onView }: HitsProps) {
  const text = useText();
  if (pages.total === undefined && pages.error === undefined) {
    return <HitListWaiting label={text('results.waiting')} />;
  }
  return (
    <>
      {place === 'content' && <Unread pages={pages} />}
      {pages.total === 0 && <p className={styles['note']}>{text(`results.none.${place}`)}</p>}
      {pages.items.length > 0 && pages.items.every((hit) => hit.isSimilar) && (
        <p className={styles['note']}>{text('results.onlySimilar')}</p>
      )}
      {pages.isPartial && <p className={styles['note']}>{text('results.partial')}</p>}
      {pages.total !== 0 && (
        <HitList
          label={label}
          waitingLabel={text('results.waiting')}
          pages={pages}
          renderMark={renderMark}
          onView={onView}
        />
      )}
    </>
  );
}
