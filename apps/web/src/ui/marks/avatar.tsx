import { classes } from '../../lib/classes.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  readonly name: string;
  /** A `data:` URL; without it, initials are shown. */
  readonly picture: string | undefined;
  readonly size?: 'small' | 'large';
}

/** Decorative: the name must be in the text or label beside it. */
export function Avatar({ name, picture, size = 'large' }: AvatarProps) {
  const className = classes(styles['avatar'], styles[size]);
  return picture === undefined ? (
    // Rendered by CSS: as text, the initials would become part of the control's label.
    <span className={className} aria-hidden="true" data-initials={initialsOf(name)} />
  ) : (
    <img className={className} src={picture} alt="" />
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/u).filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toLocaleUpperCase() ?? '')
    .join('');
}
