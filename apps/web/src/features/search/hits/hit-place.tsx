import type { LocatedNode } from '@coffer/contracts';
import styles from './hits.module.css';
import { type HitText, useText } from './texts.ts';

/** The space and the folders that contain the hit, outermost first. */
export function HitPlace({ hit }: { readonly hit: LocatedNode }) {
  const text = useText();
  return (
    <span className={styles['place']}>
      {namesAbove(hit, text).map((name, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- folders may have the same name, and never change places
        <span key={index}>
          {index > 0 && <span aria-hidden="true"> › </span>}
          <bdi>{name}</bdi>
        </span>
      ))}
    </span>
  );
}

export function placeWords(hit: LocatedNode, text: HitText): string {
  return namesAbove(hit, text).join(' › ');
}

function namesAbove({ space, path, isTrashed }: LocatedNode, text: HitText): readonly string[] {
  const names = [nameOf(space, text), ...path.map(({ name }) => name)];
  return isTrashed ? [text('hits.trash'), ...names] : names;
}

function nameOf(space: LocatedNode['space'], text: HitText): string {
  if (space === null) return text('hits.shared');
  return space.kind === 'personal' ? text('hits.files') : space.name;
}
