import { useState } from 'react';
import { useFormats } from '../../../../lib/language/format.ts';
import { Muted } from '../../../../ui/page/stack.tsx';
import styles from './compare.module.css';
import { useText } from './texts.ts';

interface Picture {
  readonly number: number;
  readonly sizeBytes: number;
  readonly url: string;
}

interface ComparePicturesProps {
  readonly before: Picture;
  readonly after: Picture;
}

/** Shows the older picture left of the divider and the newer one right of it. */
export function ComparePictures({ before, after }: ComparePicturesProps) {
  const text = useText();
  const { number, percent, size } = useFormats();
  const [place, setPlace] = useState(50);
  const nameOf = (picture: Picture): string => text('compare.version', { number: number(picture.number) });
  return (
    <>
      <div className={styles['pictures']} dir="ltr">
        <img src={after.url} alt={nameOf(after)} draggable={false} />
        <img
          src={before.url}
          alt={nameOf(before)}
          draggable={false}
          style={{ clipPath: `inset(0 ${100 - place}% 0 0)` }}
        />
        <span className={styles['divider']} style={{ left: `${place}%` }} />
        <input
          type="range"
          min={0}
          max={100}
          value={place}
          aria-label={text('compare.slider')}
          aria-valuetext={text('compare.shown', { name: nameOf(before), percent: percent(place / 100) })}
          onChange={({ currentTarget }) => setPlace(Number(currentTarget.value))}
        />
      </div>
      <div className={styles['captions']} dir="ltr">
        <Muted>
          {nameOf(before)} · {size(before.sizeBytes)}
        </Muted>
        <Muted>
          {nameOf(after)} · {size(after.sizeBytes)}
        </Muted>
      </div>
    </>
  );
}
