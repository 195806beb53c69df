import { classes } from '../../lib/classes.ts';
import styles from './avatar.module.css';

declare module 'react' {
  interface CSSProperties {
    /** The hue of a person's avatar, in degrees. */
    readonly '--person'?: number;
  }
}

interface AvatarProps {
  readonly name: string;
  /** A `data:` URL; without it, initials are shown. */
  readonly picture: string | undefined;
  readonly size?: 'tiny' | 'small' | 'large';
}

/** Decorative: the name must be in the text or label next to it. */
export function Avatar({ name, picture, size = 'large' }: AvatarProps) {
  const className = classes(styles['avatar'], styles[size]);
  return picture === undefined ? (
    // Rendered by CSS: as text, the initials would become part of the control's label.
    <span
      className={className}
      style={{ '--person': hueOf(name) }}
      aria-hidden="true"
      data-initials={initialsOf(name)}
    />
  ) : (
    <img className={className} src={picture} alt="" />
  );
}

function initialsOf(name: string): string {
  // Not what stands in brackets. Names in a sentence are isolated.
  const words = name.match(/(?<=^|[\s@.\u2068])[\p{L}\p{N}][^\s@.]*/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toLocaleUpperCase() ?? '')
    .join('');
}

/** The same for a name everywhere, so that people are known by their colour too. */
function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3_600;
  return (sum % 12) * 30;
}
