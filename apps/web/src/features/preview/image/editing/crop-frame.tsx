import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { type Area, type Handle, HANDLES, moved, resized, type Size, type Offset } from './crop.ts';
import styles from './editing.module.css';
import { useText } from './texts.ts';

interface CropFrameProps {
  readonly area: Area;
  readonly picture: Size;
  readonly ratio: number | undefined;
  /** `isOver` is true when the drag has ended. The whole drag is then one undo step. */
  readonly onChange: (area: Area, isOver: boolean) => void;
}

type Grip = Handle | 'all';

interface Drag {
  readonly x: number;
  readonly y: number;
  readonly area: Area;
}

const STEP = 1 / 100;
const SHIFT_FACTOR = 10;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Overlays the picture at the same size. */
export function CropFrame({ area, picture, ratio, onChange }: CropFrameProps) {
  const text = useText();
  const hint = useId();
  const cover = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag>(undefined);
  const change = (grip: Grip, from: Area, offset: Offset): Area =>
    grip === 'all'
      ? moved(from, offset, picture)
      : resized(from, { handle: grip, ...offset, ratio }, picture);
  const draggedTo = (grip: Grip, event: PointerEvent): Area | undefined => {
    const [from, box] = [drag.current, cover.current?.getBoundingClientRect()];
    if (from === undefined || box === undefined || box.width === 0) return undefined;
    const scale = picture.width / box.width;
    return change(grip, from.area, {
      dx: (event.clientX - from.x) * scale,
      dy: (event.clientY - from.y) * scale,
    });
  };
  const handlersOf = (grip: Grip) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, area };
    },
    onPointerMove: (event: PointerEvent): void => {
      const next = draggedTo(grip, event);
      if (next !== undefined) onChange(next, false);
    },
    onPointerUp: (event: PointerEvent): void => {
      const next = draggedTo(grip, event);
      drag.current = undefined;
      if (next !== undefined) onChange(next, true);
    },
    onPointerCancel: (): void => {
      if (drag.current !== undefined) onChange(drag.current.area, false);
      drag.current = undefined;
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const arrow = ARROWS[event.key];
      if (arrow === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const step = Math.max(1, Math.round(picture.width * STEP)) * (event.shiftKey ? SHIFT_FACTOR : 1);
      onChange(change(grip, area, { dx: arrow[0] * step, dy: arrow[1] * step }), true);
    },
  });
  const place = {
    left: `${(area.x / picture.width) * 100}%`,
    top: `${(area.y / picture.height) * 100}%`,
    width: `${(area.width / picture.width) * 100}%`,
    height: `${(area.height / picture.height) * 100}%`,
  };
  return (
    <div ref={cover} className={styles['cover']} dir="ltr">
      <div className={styles['clip']}>
        <div className={styles['shade']} style={place} />
      </div>
      <fieldset
        aria-label={text('edit.crop')}
        aria-describedby={hint}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move the crop area
        tabIndex={0}
        className={styles['area']}
        style={place}
        {...handlersOf('all')}
      >
        {HANDLES.map((handle) => (
          <button
            key={handle}
            type="button"
            aria-label={text(`edit.handle.${handle}`)}
            aria-describedby={hint}
            data-handle={handle}
            className={styles['handle']}
            {...handlersOf(handle)}
          />
        ))}
      </fieldset>
      <p id={hint} className="visually-hidden">
        {text('edit.cropHint')}
      </p>
    </div>
  );
}
