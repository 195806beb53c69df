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
      <path className={styles['lid']} d="M3 13.5 6.2 7A4 4 0 0 1 9.8 4.75h12.4A4 4 0 0 1 25.8 7L29 13.5Z" />
      <path className={styles['body']} d="M3 15h26v8.5a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4Z" />
      <path
        className={styles['lock']}
        d="M16 16.5a3 3 0 0 1 1.25 5.73v2.02a1.25 1.25 0 0 1-2.5 0v-2.02A3 3 0 0 1 16 16.5Z"
      />
    </svg>
  );
}
