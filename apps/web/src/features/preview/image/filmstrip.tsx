import { useLayoutEffect, useRef } from 'react';
import { type Around, isPicture, type ViewedNode } from '../viewer.ts';
import styles from './image.module.css';
import { usePreload } from './use-preload.ts';
import { useText } from './texts.ts';

/** Maximum number of pictures in each direction. */
const PICTURES_MAX = 12;
const FILES_SEEN_MAX = 60;

interface FilmstripProps {
  readonly node: ViewedNode;
  readonly around: Around;
}

/** The pictures before and after this one. It handles no keys, because the arrow keys of the preview switch files. */
export function Filmstrip({ node, around }: FilmstripProps) {
  const text = useText();
  const list = useRef<HTMLElement>(null);
  usePreload(node, neighbour(around, -1));
  usePreload(node, neighbour(around, 1));
  const pictures = [...picturesFrom(around, -1).toReversed(), node, ...picturesFrom(around, 1)];
  useLayoutEffect(() => {
    const chosen = list.current?.querySelector('[aria-current="true"]');
    chosen?.scrollIntoView({ inline: 'center', block: 'nearest', behavior: 'instant' });
  });
  if (pictures.length < 2) return null;
  return (
    <nav ref={list} aria-label={text('image.strip')} className={styles['strip']} data-strip>
      {pictures.map((picture) => (
        <button
          key={picture.id}
          type="button"
          tabIndex={picture.id === node.id ? 0 : -1}
          aria-current={picture.id === node.id || undefined}
          aria-label={picture.name}
          className={styles['thumb']}
          onClick={() => picture.id !== node.id && around.show(picture)}
        >
          {around.renderPicture(picture)}
        </button>
      ))}
    </nav>
  );
}

function neighbour(around: Around, by: 1 | -1): ViewedNode | undefined {
  const file = around.at(by);
  return file !== undefined && isPicture(file) ? file : undefined;
}

function picturesFrom(around: Around, by: 1 | -1): readonly ViewedNode[] {
  const found: ViewedNode[] = [];
  for (let step = 1; step <= FILES_SEEN_MAX && found.length < PICTURES_MAX; step += 1) {
    const file = around.at(step * by);
    if (file !== undefined && isPicture(file)) found.push(file);
  }
  return found;
}
