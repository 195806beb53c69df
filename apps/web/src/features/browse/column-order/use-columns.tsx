import type { NodeView } from '@coffer/contracts';
import { type ReactNode, useState } from 'react';
import { usePreferences } from '../../../lib/hooks/use-preferences.ts';
import { setPreferences } from '../../../lib/preferences.ts';
import type { ColumnMenuRequest, GridProps } from '../../../ui/grid/index.ts';
import { columnsOf, type RowContext } from '../columns.tsx';
import { ColumnMenu, loadActions } from '../lazy-actions.ts';
import { rememberedOrder } from './remembered-order.ts';
import { Suspense } from '../../../ui/loading/lazy.tsx';

type ColumnProps = Pick<GridProps<NodeView>, 'columns' | 'widths' | 'onWidths' | 'onOrder' | 'onColumnMenu'>;

/** The columns as the person has chosen, resized and ordered them. */
export function useColumns(words: RowContext): { readonly props: ColumnProps; readonly menu: ReactNode } {
  const preferences = usePreferences();
  const [asked, setAsked] = useState<ColumnMenuRequest>();
  const columns = columnsOf(words, preferences);
  const handleOrder = (ids: readonly string[], movedId: string): void => {
    const all = columnsOf(words, { ...preferences, hiddenColumns: [] });
    setPreferences({
      columnOrder: rememberedOrder(
        all.map(({ id }) => id),
        ids,
      ),
    });
    const name = columns.find(({ id }) => id === movedId)?.label ?? '';
    const { number } = words.formats;
    void say(name, { at: number(ids.indexOf(movedId) + 1), count: number(ids.length) });
  };
  return {
    props: {
      columns,
      widths: preferences.columnWidths,
      onWidths: (columnWidths) => setPreferences({ columnWidths }),
      onOrder: handleOrder,
      onColumnMenu: setAsked,
    },
    menu: asked !== undefined && (
      <Suspense fallback={null}>
        <ColumnMenu asked={asked} onOrder={handleOrder} onClose={() => setAsked(undefined)} />
      </Suspense>
    ),
  };
}

async function say(...moved: Parameters<Awaited<ReturnType<typeof loadActions>>['sayColumnMoved']>) {
  const [actions] = await Promise.allSettled([loadActions()]);
  if (actions.status === 'fulfilled') actions.value.sayColumnMoved(...moved);
}
