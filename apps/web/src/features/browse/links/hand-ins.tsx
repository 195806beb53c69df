import type { PublicLink } from '@coffer/contracts';
import { useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { handInsQuery } from '../../../api/links/node-links.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { useEvery } from '../../../lib/hooks/use-every.ts';
import { useToday } from '../../../lib/hooks/use-today.ts';
import { Link } from '../../../ui/controls/link.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import styles from './links.module.css';
import { useText } from './texts.ts';

const AGAIN_MS = 5_000;

/** The hand-ins of each guest, loaded on demand. */
export function HandIns({ link }: { readonly link: PublicLink }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles['handIns']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('links.handIns')}</summary>
      {isOpen && <HandInList link={link} />}
    </details>
  );
}

function HandInList({ link }: { readonly link: PublicLink }) {
  const text = useText();
  const { size, friendlyDate } = useFormats();
  const { ofFailure } = useErrorTexts();
  const today = useToday();
  const { data, failure, refetch } = useQuery(handInsQuery(link.id));
  useEvery(AGAIN_MS, refetch);
  if (data === undefined) return <Refusal words={ofFailure(failure)} />;
  if (data.items.length === 0) return <p className={styles['muted']}>{text('links.handIns.none')}</p>;
  return (
    <ul className={styles['list']}>
      {data.items.map(({ folderId, name, email, begunAt, finishedAt, files, sizeBytes }) => (
        <li key={folderId} className={styles['handIn']}>
          <Link href={`/s/${link.spaceId}/${folderId}`}>
            <bdi>{name === '' ? text('links.handIns.guest') : name}</bdi>
          </Link>
          <span className={styles['facts']}>
            <span>{text('links.handIns.files', { count: files, size: size(sizeBytes) })}</span>
            <span>{friendlyDate(finishedAt ?? begunAt, today)}</span>
            {finishedAt === null && <span>{text('links.handIns.open')}</span>}
            {email !== '' && <bdi dir="ltr">{email}</bdi>}
          </span>
        </li>
      ))}
    </ul>
  );
}
