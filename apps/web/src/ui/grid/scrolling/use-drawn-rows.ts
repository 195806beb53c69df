import { startTransition, useRef, useState } from 'react';
import type { RowWindow } from '../../../lib/ranges/scaled-scroll.ts';

/** In viewports per second. Above this, rows pass too fast to be read. */
const FAST = 3;
/** Weight of the last step in the average speed. */
const WEIGHT = 0.4;
const PAUSE_MS = 160;
const NONE: RowWindow = { first: 0, last: -1 };

interface DrawnRows {
  /** False for a row that appeared while the list moved fast, until the list slows down. */
  readonly isDrawn: (line: number) => boolean;
  /** Called before the lines of a scroll step are shown. */
  readonly onStep: (pixels: number, viewportHeight: number) => void;
  readonly onShown: (lines: RowWindow) => void;
  readonly onRest: () => void;
}

/**
 * [Note: Plain rows] While a list moves fast, new rows are plain; they get their remaining content when it slows down.
 */
export function useDrawnRows(): DrawnRows {
  const [drawn, setDrawn] = useState(NONE);
  const motion = useRef({ at: Number.NEGATIVE_INFINITY, speed: 0 });
  const lines = useRef({ shown: NONE, drawn: NONE, isLate: false });

  function draw(): void {
    const { shown, drawn: last, isLate } = lines.current;
    if (motion.current.speed > FAST) lines.current.isLate = true;
    else if (shown.first !== last.first || shown.last !== last.last) {
      const isBehind = isLate || drawn.first !== last.first || drawn.last !== last.last;
      lines.current = { shown, drawn: shown, isLate: false };
      // Drawing many rows at once must not delay the next scroll step.
      if (isBehind) startTransition(() => setDrawn(shown));
      else setDrawn(shown);
    }
  }

  return {
    isDrawn: (line) => line >= drawn.first && line <= drawn.last,
    onStep: (pixels, viewportHeight) => {
      const { at, speed } = motion.current;
      const now = performance.now();
      const pause = Math.max(1, now - at);
      const step = (Math.abs(pixels) * 1_000) / pause / Math.max(1, viewportHeight);
      motion.current = { at: now, speed: pause > PAUSE_MS ? step : speed + WEIGHT * (step - speed) };
    },
    onShown: (shown) => {
      lines.current.shown = shown;
      draw();
    },
    onRest: () => {
      motion.current.speed = 0;
      draw();
    },
  };
}
