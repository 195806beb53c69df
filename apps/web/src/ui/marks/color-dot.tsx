import styles from './color-dot.module.css';

interface ColorDotProps {
  readonly color: string;
  readonly isLarge?: boolean;
}

/** Decorative: the name must be next to it. */
export function ColorDot({ color, isLarge = false }: ColorDotProps) {
  return (
    <span
      aria-hidden="true"
      className={styles['dot']}
      data-color={color}
      data-size={isLarge ? 'large' : undefined}
    />
  );
}
