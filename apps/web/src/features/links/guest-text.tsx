import type { GuestNode } from '@coffer/contracts';
import { guestTextQuery } from '../../api/links/guest-text.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { GuestMark } from './guest-mark.tsx';
import styles from './guest-file.module.css';
import { useText } from './texts.ts';

interface GuestTextProps {
  readonly token: string;
  readonly node: GuestNode;
}

/** Shows the beginning of a text. */
export function GuestText({ token, node }: GuestTextProps) {
  const text = useText();
  const { data } = useQuery(guestTextQuery(token, node));
  if (data === undefined) return <GuestMark node={node} size={48} />;
  return (
    <div className={styles['text']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <pre dir="auto" tabIndex={0} aria-label={node.name}>
        {data.text}
      </pre>
      {!data.isWhole && <p className={styles['note']}>{text('guest.textCut')}</p>}
    </div>
  );
}
