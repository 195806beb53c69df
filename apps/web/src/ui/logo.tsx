import styles from './logo.module.css';

export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg
      className={styles['logo']}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M6 12 9 5.5h14l3 6.5" />
      <rect x="4.5" y="12" width="23" height="14.5" rx="3" />
      <path d="M16 16.5v4.5" />
    </svg>
  );
}
