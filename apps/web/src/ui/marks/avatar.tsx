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
  /** Id of the picture. Initials are shown without an id, and until the picture is loaded. */
  readonly picture: string | undefined;
  readonly size?: 'tiny' | 'small' | 'large';
}

/** Decorative: the name must be in the text or label next to it. */
export function Avatar({ name, picture, size = 'large' }: AvatarProps) {
  return (
    // CSS renders the initials: as text, they would become part of the control's label.
    <span
      className={classes(styles['avatar'], styles[size])}
      style={{ '--person': hueOf(name) }}
      aria-hidden="true"
      data-initials={initialsOf(name)}
    >
      {picture !== undefined && (
        <img
          key={picture}
          alt=""
          // Must precede `src`, because browsers read attributes in order.
          loading="lazy"
          src={`/api/v1/pictures/${picture}`}
          onLoad={({ currentTarget }) => {
            currentTarget.dataset['loaded'] = '';
          }}
        />
      )}
    </span>
  );
}

function initialsOf(name: string): string {
  // Skips words in brackets. Names in a sentence start with a Unicode isolate.
  const words = name.match(/(?<=^|[\s@.\u2068])[\p{L}\p{N}][^\s@.]*/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toLocaleUpperCase() ?? '')
    .join('');
}

/** A name has the same hue everywhere, so that people can also be recognized by their color. */
function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3_600;
  return (sum % 12) * 30;
}
