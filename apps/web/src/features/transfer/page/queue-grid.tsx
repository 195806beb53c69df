import { ListFilter } from 'lucide-react';
import { type RefObject, useMemo } from 'react';
import { nodeQuery } from '../../../api/nodes.ts';
import { ensure } from '../../../api/calls/query-cache.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { usePreferences } from '../../../lib/hooks/use-preferences.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { indexesOf, rangeBetween, type RangeSet } from '../../../lib/ranges/range-set.ts';
import { useRowMenu } from '../../../lib/selection/use-row-menu.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Grid, type GridHandle } from '../../../ui/grid/index.ts';
import { gridGroups } from '../../../ui/grid/groups/grid-groups.tsx';
import { ContextMenu } from '../../../ui/overlays/context-menu.tsx';
import type { MenuAnchor } from '../../../ui/overlays/index.ts';
import { isRunning, type Transfer, type UploadedNode } from '../model/machine.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { useText as useTransferText } from '../texts.ts';
import { useStatusText } from '../ui/transfer-status.tsx';
import type { UnavailableService } from '../ui/tray-view.ts';
import { columnsOf, plainState } from './columns.tsx';
import { type CommandId, commandsFor, runCommand } from './commands.ts';
import type { Queue } from './queue.ts';
import { useText } from './texts.ts';

const ROW_HEIGHTS = { compact: 32, cosy: 40, comfortable: 48 } as const;

interface QueueGridProps {
  readonly grid: RefObject<GridHandle | null>;
  readonly queue: Queue;
  readonly engine: TransferEngine;
  readonly waiting: UnavailableService | undefined;
  readonly hrefOf: (node: UploadedNode) => string;
  readonly selection: RangeSet;
  readonly onSelectionChange: (selection: RangeSet) => void;
  readonly onFilterEnd: () => void;
}

export function QueueGrid({ grid, ...props }: QueueGridProps) {
  const { queue, engine, waiting, selection, onSelectionChange } = props;
  const { rows } = queue;
  const text = useText();
  const transferText = useTransferText();
  const formats = useFormats();
  const sayStatus = useStatusText();
  const labelOf = (transfer: Transfer): string => {
    const plain = plainState(transfer);
    if (plain !== undefined) return text(`queue.${plain}`);
    return sayStatus(transfer, isRunning(transfer) ? waiting : undefined);
  };
  const { density } = usePreferences();
  const columns = useMemo(
    () => columnsOf({ text, transferText, formats, engine, waiting }),
    [text, transferText, formats, engine, waiting],
  );
  const { menu, ...rowMenu } = useRowMenu<MenuAnchor>({ selection, putBack: onSelectionChange });
  const show = useShow(props);
  const run = (id: CommandId, transfers: readonly Transfer[]): void => {
    const [first] = transfers;
    if (id !== 'show') runCommand(id, transfers, engine);
    else if (first !== undefined) void show(first);
  };
  const rowsIn = (chosen: RangeSet): readonly Transfer[] =>
    Array.from(indexesOf(chosen)).flatMap((index) => rows[index] ?? []);
  const groups = queue.sections.map(({ section, count }) => ({
    label: text(`queue.section.${section}`),
    count,
  }));
  return (
    <>
      <Grid
        ref={grid}
        rowCount={rows.length}
        getRow={(index) => rows[index]}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowLabel={(transfer) =>
          text('queue.row', {
            name: transfer.name,
            state: labelOf(transfer),
          })
        }
        columns={columns}
        rowHeight={ROW_HEIGHTS[density]}
        groups={gridGroups(groups, rows.length, { menu: text('queue.goTo'), count: formats.number })}
        labels={{
          grid: text('queue.grid'),
          loading: text('queue.waiting'),
          selectAll: text('queue.selectAll'),
          actionsColumn: text('queue.column.actions'),
          selectRow: (name) => text('queue.selectRow', { name }),
          rowActions: (name) => text('queue.rowActions', { name }),
        }}
        selection={selection}
        onSelectionChange={onSelectionChange}
        onOpen={(index) => {
          const [transfer] = rows.slice(index, index + 1);
          const [first] = transfer === undefined ? [] : commandsFor([transfer]);
          if (transfer !== undefined && first !== undefined) run(first.id, [transfer]);
        }}
        onAction={(action, index, { selection: current, before, ...details }) => {
          const anchor =
            details.point ?? (details.anchor === undefined ? undefined : { element: details.anchor });
          const chosen = current.count > 0 ? current : rangeBetween(index, index);
          if (action === 'menu' && anchor !== undefined) rowMenu.open({ anchor, selection: chosen, before });
          if (action === 'delete') run('cancel', rowsIn(chosen));
        }}
        empty={
          <EmptyState
            icon={ListFilter}
            title={text('queue.noMatch')}
            action={<Button onClick={props.onFilterEnd}>{text('queue.showAll')}</Button>}
          />
        }
      />
      {menu !== undefined && (
        <ContextMenu
          label={text('queue.column.actions')}
          anchor={menu.anchor}
          isBeside
          entries={commandsFor(rowsIn(menu.selection)).map(({ id, icon }) => ({
            id,
            icon,
            label: text(`queue.command.${id}`),
            ...(id === 'cancel' ? { tone: 'danger', startsGroup: true } : {}),
          }))}
          onAction={(id) => {
            rowMenu.chosen();
            const command = commandsFor(rowsIn(menu.selection)).find((each) => each.id === id);
            if (command !== undefined) run(command.id, rowsIn(menu.selection));
          }}
          onClose={rowMenu.close}
        />
      )}
    </>
  );
}

/** Returns a function that opens the uploaded file, or the folder that the file goes to. */
function useShow({
  engine,
  hrefOf,
}: Pick<QueueGridProps, 'engine' | 'hrefOf'>): (transfer: Transfer) => Promise<void> {
  const cache = useQueryCache();
  return async ({ id, node }) => {
    if (node !== undefined) return navigate(hrefOf(node));
    const targetId = engine.jobs.get(id)?.batch.targetId;
    if (targetId === undefined) return;
    const [folder] = await Promise.allSettled([ensure(cache, nodeQuery(targetId))]);
    if (folder.status === 'fulfilled') navigate(`/s/${folder.value.spaceId}/${targetId}`);
  };
}
