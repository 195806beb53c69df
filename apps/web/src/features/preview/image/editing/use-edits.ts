import { useState } from 'react';
import { type Area, withRatio } from './crop.ts';
import { cropped, type Edits, isEdited, noEdits, rotatedSize } from './edits.ts';

export const SHAPES = ['free', 'original', '1', '4:3', '3:2', '16:9'] as const;
export type Shape = (typeof SHAPES)[number];

const RATIOS: Readonly<Partial<Record<Shape, number>>> = {
  '1': 1,
  '4:3': 4 / 3,
  '3:2': 3 / 2,
  '16:9': 16 / 9,
};

export interface Editing {
  readonly last: Edits;
  /** The edits to show, including a drag in progress. */
  readonly shown: Edits;
  readonly isDirty: boolean;
  readonly shape: Shape;
  /** Width divided by height. Undefined if any ratio is allowed. */
  readonly ratio: number | undefined;
  readonly change: (edits: Edits) => void;
  /** `isOver` is true when the drag has ended. The whole drag is then one undo step. */
  readonly crop: (area: Area, isOver: boolean) => void;
  readonly setShape: (shape: Shape) => void;
  readonly undo: () => void;
  readonly canUndo: boolean;
  readonly reset: () => void;
}

/** While `isLocked`, nothing changes. */
export function useEdits(bitmap: ImageBitmap, isLocked: boolean): Editing {
  const [history, setHistory] = useState<readonly Edits[]>([noEdits(bitmap)]);
  const [moving, setMoving] = useState<Area>();
  const [shape, setShape] = useState<Shape>('free');
  const last = history.at(-1) ?? noEdits(bitmap);
  const picture = rotatedSize(last, bitmap);
  const ratioOf = (wanted: Shape): number | undefined =>
    wanted === 'original' ? picture.width / picture.height : RATIOS[wanted];
  const change = (edits: Edits): void => {
    setMoving(undefined);
    if (!isLocked && edits !== last) setHistory([...history, edits]);
  };
  return {
    last,
    shown: moving === undefined ? last : cropped(last, moving),
    isDirty: isEdited(last, bitmap),
    shape,
    ratio: ratioOf(shape),
    change,
    crop: (area, isOver) => {
      if (isOver) change(cropped(last, area));
      else if (!isLocked) setMoving(area);
    },
    setShape: (wanted) => {
      if (isLocked) return;
      setShape(wanted);
      const ratio = ratioOf(wanted);
      if (ratio !== undefined) change(cropped(last, withRatio(last.area, ratio, picture)));
    },
    undo: () => {
      setMoving(undefined);
      if (history.length > 1 && !isLocked) setHistory(history.slice(0, -1));
    },
    canUndo: history.length > 1,
    reset: () => {
      if (isLocked) return;
      setShape('free');
      change(noEdits(bitmap));
    },
  };
}
