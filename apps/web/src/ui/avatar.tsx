import styles from './avatar.module.css';

interface AvatarProps {
  /** What its letters stand for. */
  readonly name: string;
  /** A `data:` address; without it the person is shown by letters. */
  readonly picture: string | undefined;
}

/** Somebody's face, or the first letters of their name. The name stands beside it, so that it is hidden from assistive technology. */
export function Avatar({ name, picture }: AvatarProps) {
  return picture === undefined ? (
    <span className={styles['avatar']} aria-hidden="true">
      {initialsOf(name)}
    </span>
  ) : (
    <img className={styles['avatar']} src={picture} alt="" />
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/u).filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toLocaleUpperCase() ?? '')
    .join('');
}
