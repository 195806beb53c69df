import { ArrowUpDown, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useOnline } from '../../../lib/hooks/use-online.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { EMPTY_RANGE_SET } from '../../../lib/ranges/range-set.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { ButtonLink } from '../../../ui/controls/link.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import type { GridHandle } from '../../../ui/grid/index.ts';
import { FilterBar, FilterChoice } from '../../../ui/listing/filter-bar.tsx';
import { PageFrame } from '../../../ui/page/page-frame.tsx';
import { useFocusSuccessor } from '../../../ui/page/use-focus-successor.ts';
import { loadEngine, onTransfersStart, startedTransfers } from '../intake/lazy-engine.ts';
import { areTransfersRestored, onTransfersRestored } from '../intake/restored.ts';
import type { UploadedNode } from '../model/machine.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import type { TransferView } from '../model/transfer-store.ts';
import { useAsked } from '../ui/asked.ts';
import { unavailableOf } from '../ui/tray-view.ts';
import { Attention } from './attention.tsx';
import { commandsFor, runCommand } from './commands.ts';
import { OverallCard } from './overall-card.tsx';
import styles from './page.module.css';
import { countOf, NO_FILTER, queueOf, type QueueFilter, sectionNames } from './queue.ts';
import { QueueGrid } from './queue-grid.tsx';
import { useText } from './texts.ts';
import { useChosenTransfers } from './use-chosen-transfers.ts';
import { useToolFocus } from './use-tool-focus.ts';

interface TransfersPageProps {
  readonly personId: string;
  readonly hrefOf: (node: UploadedNode) => string;
  /** The slot in which downloads and jobs are shown. */
  readonly others: ReactNode;
}

/** All transfers: running, waiting, failed and done. Shares its state with the tray. */
export function TransfersPage({ personId, ...props }: TransfersPageProps) {
  const engine = useSyncExternalStore(onTransfersStart, startedTransfers);
  useEffect(() => void Promise.allSettled([loadEngine(personId)]), [personId]);
  return engine === undefined ? <Idle {...props} /> : <Running {...props} engine={engine} />;
}

type SlotProps = Pick<TransfersPageProps, 'hrefOf' | 'others'>;

function Running({ engine, hrefOf, others }: SlotProps & { readonly engine: TransferEngine }) {
  const view = useSyncExternalStore(
    (listener) => engine.subscribe(listener),
    () => engine.view(),
  );
  const text = useText();
  const [filter, setFilter] = useState(NO_FILTER);
  const isOnline = useOnline();
  const waiting = isOnline ? unavailableOf(view) : 'network';
  const [earlierMax, setEarlierMax] = useState(0);
  const queue = queueOf(view, filter, earlierMax);
  const { chosen, selection, setSelection } = useChosenTransfers(queue.rows);
  const grid = useRef<GridHandle>(null);
  const tools = useRef<HTMLOutputElement>(null);
  const followTool = useToolFocus(() => {
    const tool = tools.current?.nextElementSibling;
    if (tool instanceof HTMLElement) tool.focus();
    else if (grid.current !== null) grid.current.focus(grid.current.focusedIndex());
    else document.querySelector('h1')?.focus();
  });
  const focusProps = useFocusSuccessor(useAsked() !== undefined);
  if (view.summary.total === 0) return <Idle others={others} />;
  return (
    <PageFrame
      title={text('queue.title')}
      kind="list"
      tools={
        selection.count === 0 ? undefined : (
          <SelectionTools
            tools={tools}
            chosen={chosen}
            engine={engine}
            onPress={followTool}
            onClear={() => setSelection(EMPTY_RANGE_SET)}
          />
        )
      }
    >
      <div className={styles['page']}>
        <div {...focusProps} className={styles['top']}>
          <OverallCard
            summary={view.summary}
            waiting={waiting}
            engine={engine}
            hasEnded={countOf(view, 'ended') > 0}
          />
          {others}
          <Attention
            view={view}
            engine={engine}
            cause={filter.cause}
            onCause={(cause) => setFilter({ ...NO_FILTER, cause })}
          />
          <Filters
            view={view}
            filter={filter}
            found={queue.rows.length}
            earlierMax={earlierMax}
            onFilter={setFilter}
            onMore={() => setEarlierMax(earlierMax + EARLIER_STEP)}
          />
        </div>
        <QueueGrid
          grid={grid}
          queue={queue}
          engine={engine}
          waiting={waiting}
          hrefOf={hrefOf}
          selection={selection}
          onSelectionChange={setSelection}
          onFilterEnd={() => setFilter(NO_FILTER)}
        />
      </div>
    </PageFrame>
  );
}

/** The page without any uploads. */
function Idle({ others }: Pick<SlotProps, 'others'>) {
  const text = useText();
  const isRestored = useSyncExternalStore(onTransfersRestored, areTransfersRestored);
  return (
    <PageFrame title={text('queue.title')} kind="list">
      <div className={styles['page']}>
        <div className={styles['top']}>{others}</div>
        <div className={styles['idle']}>
          {isRestored ? (
            <EmptyState
              icon={ArrowUpDown}
              title={text('queue.empty.title')}
              text={text('queue.empty.text')}
              action={
                <ButtonLink href="/" tone="primary">
                  {text('queue.empty.open')}
                </ButtonLink>
              }
            />
          ) : (
            <output className={styles['waiting']}>
              <Spinner />
              {text('queue.looking')}
            </output>
          )}
        </div>
      </div>
    </PageFrame>
  );
}

/** Number of earlier transfers that one press adds to the list. */
const EARLIER_STEP = 1_000;

interface FiltersProps {
  readonly view: TransferView;
  readonly filter: QueueFilter;
  readonly found: number;
  readonly earlierMax: number;
  readonly onFilter: (filter: QueueFilter) => void;
  readonly onMore: () => void;
}

function Filters({ view, filter, found, earlierMax, onFilter, onMore }: FiltersProps) {
  const text = useText();
  const { number } = useFormats();
  const isFiltered = filter.words.trim() !== '' || filter.cause !== undefined;
  const kept = countOf(view, 'ended') + Math.min(earlierMax, view.earlier.length);
  const ended = view.summary.total - totalOpen(view);
  return (
    <FilterBar
      search={{
        label: text('queue.search'),
        hint: text('queue.search'),
        value: filter.words,
        onChange: (words) => onFilter({ ...filter, words }),
      }}
      found={
        isFiltered
          ? text('queue.found', { count: found })
          : ended > kept
            ? text('queue.latest', { kept: number(kept), ended: number(ended) })
            : undefined
      }
    >
      <FilterChoice
        label={text('queue.state')}
        any={text('queue.anyState')}
        value={filter.section}
        options={sectionNames()
          .filter((section) => section === filter.section || countOf(view, section) > 0)
          .map((section) => [
            section,
            `${text(`queue.section.${section}`)} · ${number(countOf(view, section))}`,
          ])}
        onChange={(section) => onFilter({ ...filter, section, cause: undefined })}
      />
      {view.earlier.length > earlierMax && (
        <Button tone="quiet" onClick={onMore}>
          {text('queue.showEarlier')}
        </Button>
      )}
    </FilterBar>
  );
}

/** Open, failed and interrupted transfers. Ended ones are not counted, because old ones are only in the totals. */
function totalOpen({ summary: { open, failed, interrupted } }: TransferView): number {
  return open + failed + interrupted;
}

interface SelectionToolsProps {
  readonly chosen: Parameters<typeof commandsFor>[0];
  readonly engine: TransferEngine;
  readonly tools: RefObject<HTMLOutputElement | null>;
  readonly onPress: (tool: HTMLElement) => void;
  readonly onClear: () => void;
}

function SelectionTools({ chosen, engine, tools, onPress, onClear }: SelectionToolsProps) {
  const text = useText();
  return (
    <>
      <output ref={tools} className={styles['selected']}>
        {text('queue.selected', { count: chosen.length })}
      </output>
      {commandsFor(chosen).map(
        ({ id, icon }) =>
          id !== 'show' && (
            <IconButton
              key={id}
              icon={icon}
              label={text(`queue.command.${id}`)}
              onClick={({ currentTarget }) => {
                onPress(currentTarget);
                runCommand(id, chosen, engine);
              }}
            />
          ),
      )}
      <IconButton
        icon={X}
        label={text('queue.clear')}
        onClick={({ currentTarget }) => {
          onPress(currentTarget);
          onClear();
        }}
      />
    </>
  );
}
