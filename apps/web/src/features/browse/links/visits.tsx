import type { LinkVisit, PublicLink } from '@coffer/contracts';
import { Download, Eye, KeyRound, Upload } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { visitsQuery } from '../../../api/links/node-links.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import styles from './links.module.css';
import { useText } from './texts.ts';

const MARKS = { opened: Eye, password_failed: KeyRound, downloaded: Download, uploaded: Upload } as const;

/** The visits of guests, loaded on demand. */
export function Visits({ link }: { readonly link: PublicLink }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles['handIns']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('links.visited')}</summary>
      {isOpen && <VisitList link={link} />}
    </details>
  );
}

function VisitList({ link }: { readonly link: PublicLink }) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const { data, failure } = useQuery(visitsQuery(link.id));
  if (data === undefined) {
    return failure === undefined ? <Skeleton height="40px" /> : <Refusal words={ofFailure(failure)} />;
  }
  if (data.items.length === 0) return <p className={styles['muted']}>{text('links.visited.none')}</p>;
  return (
    <>
      <ul className={styles['visits']}>
        {data.items.map((visit, index) => (
          <VisitItem key={`${visit.at} ${index}`} visit={visit} />
        ))}
      </ul>
      <p className={styles['muted']}>{text('links.visited.note')}</p>
    </>
  );
}

function VisitItem({ visit: { what, at, files, bytes } }: { readonly visit: LinkVisit }) {
  const text = useText();
  const { size, dateTime } = useFormats();
  return (
    <li className={styles['visit']}>
      <Icon of={MARKS[what]} size={16} />
      <span>{text(`links.visited.${what}`, { count: files ?? 0, size: size(bytes ?? 0) })}</span>
      <time className={styles['muted']} dateTime={at}>
        {dateTime(at)}
      </time>
    </li>
  );
}
