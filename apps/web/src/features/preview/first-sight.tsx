import type { CSSProperties } from 'react';
import styles from './first-sight.module.css';
import type { ViewerProps } from './viewer.ts';

interface FirstSightProps extends Pick<ViewerProps, 'node' | 'around'> {
  readonly style?: CSSProperties;
  /** Fills the available space, even beyond the size of the picture. */
  readonly isEnlarged?: boolean;
}

/** The thumbnail, at the position and size of the picture that will replace it. Decorative. */
export function FirstSight({ node, around, style, isEnlarged = false }: FirstSightProps) {
  const { picture } = node;
  if (picture === undefined) return null;
  const width = isEnlarged ? '100cqi' : `${picture.width}px`;
  const size = { '--width': width, '--ratio': picture.width / picture.height };
  return (
    <div aria-hidden="true" className={styles['place']} style={style} data-first-sight>
      <div className={styles['picture']} style={size}>
        {around.renderPicture(node)}
      </div>
    </div>
  );
}
