import styles from './color-dot.module.css';

/** Decorative: the name must be next to it. */
export function ColorDot({ color }: { readonly color: string }) {
  return <span aria-hidden="true" className={styles['dot']} data-color={color} />;
}
