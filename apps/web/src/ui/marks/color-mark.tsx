import styles from './color-mark.module.css';

interface ColorMarkProps {
  readonly name: string;
  readonly color: string;
}

/** Decorative: the name must be next to it. CSS draws the letter, so that it is not part of a label. */
export function ColorMark({ name, color }: ColorMarkProps) {
  const letter = Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '';
  return <span aria-hidden="true" className={styles['mark']} data-color={color} data-letter={letter} />;
}
