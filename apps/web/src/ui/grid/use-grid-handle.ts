import { type Ref, useImperativeHandle } from 'react';
import { startAt } from './grid-state.ts';
import type { GridHandle } from './grid-types.ts';
import type { GridEvents } from './use-grid-events.ts';
import type { GridViewport } from './use-grid-viewport.ts';

interface GridWork extends Pick<GridEvents, 'perform' | 'press'> {
  readonly viewport: GridViewport;
  readonly focusedIndex: number;
}

export function useGridHandle(props: { readonly ref?: Ref<GridHandle> }, work: GridWork): void {
  const { viewport, focusedIndex, perform, press } = work;
  useImperativeHandle(props.ref, () => ({
    reveal: viewport.reveal,
    focus: (index) => perform({ type: 'go', to: index, reach: 'focus' }, startAt(index)),
    scrollTop: viewport.scrollTop,
    focusedIndex: () => focusedIndex,
    press,
  }));
}
