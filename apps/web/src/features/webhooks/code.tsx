import styles from './webhooks.module.css';

/** What was sent or came back, word for word. */
export function Code({ label, code }: { readonly label: string; readonly code: string }) {
  return (
    <figure className={styles['figure']}>
      <figcaption>{label}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard */}
      <pre className={styles['code']} dir="ltr" tabIndex={0} aria-label={label}>
        {code}
      </pre>
    </figure>
  );
}
