import styles from './webhooks.module.css';

/** The unchanged text of a request or response. */
export function Code({ label, code }: { readonly label: string; readonly code: string }) {
  return (
    <figure className={styles['figure']}>
      <figcaption>{label}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <pre className={styles['code']} dir="ltr" tabIndex={0} aria-label={label}>
        {code}
      </pre>
    </figure>
  );
}
