import styles from './skip-link.module.css';

interface SkipLinkProps {
  readonly target: string;
  readonly children: string;
}

export function SkipLink({ target, children }: SkipLinkProps) {
  return (
    <a
      href={`#${target}`}
      className={styles['skip']}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {children}
    </a>
  );
}
