import { useState } from 'react';
import { classes } from '../../../lib/classes.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { type FileKind, shapeOfKind } from './file-kind.ts';
import styles from './kind-mark.module.css';

interface KindProps {
  readonly kind: FileKind;
}

/** Decorative: the name of the file is next to it. */
export function KindMark({ kind }: KindProps) {
  return <Mark key={kind} kind={kind} />;
}

/** Decorative. Fills its box. */
export function KindPicture({ kind }: KindProps) {
  return (
    <span aria-hidden="true" data-kind={kind} className={classes(styles['kind'], styles['picture'])}>
      <KindMark kind={kind} />
    </span>
  );
}

/** The shapes that React rendered for the first mark of each kind. */
const drawn = new Map<FileKind, DocumentFragment>();

/** The browser copies existing shapes in a tenth of the time that React takes to create them. */
function Mark({ kind }: KindProps) {
  const [isCopy] = useState(() => drawn.has(kind));
  const [fill] = useState(() => (mark: HTMLSpanElement) => {
    const shapes = drawn.get(kind);
    if (shapes === undefined) {
      const first = document.createDocumentFragment();
      first.append(...Array.from(mark.childNodes, (shape) => shape.cloneNode(true)));
      drawn.set(kind, first);
    } else if (mark.firstChild === null) mark.append(shapes.cloneNode(true));
    return () => undefined;
  });
  return (
    <span ref={fill} aria-hidden="true" data-kind={kind} className={classes(styles['kind'], styles['mark'])}>
      {!isCopy && (kind === 'folder' ? <FolderShape /> : <PageShape />)}
      {!isCopy && kind !== 'folder' && <Icon of={shapeOfKind(kind)} size={16} className={styles['symbol']} />}
    </span>
  );
}

function FolderShape() {
  return (
    <svg viewBox="0 0 28 24" className={styles['folder']}>
      <path d="M0 4a3 3 0 0 1 3-3h6.2a3 3 0 0 1 2.1.9L13.4 4H25a3 3 0 0 1 3 3v5H0z" />
      <path
        className={styles['front']}
        d="M2.5 8h23a2.5 2.5 0 0 1 2.5 2.5V20a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3v-9.5A2.5 2.5 0 0 1 2.5 8z"
      />
    </svg>
  );
}

function PageShape() {
  return (
    <svg viewBox="0 0 24 28" className={styles['page']}>
      <path d="M3 0h13l8 8v17a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" />
      <path className={styles['fold']} d="M16 0l8 8h-6a2 2 0 0 1-2-2z" />
    </svg>
  );
}
