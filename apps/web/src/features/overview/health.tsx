import type { AdminOverview } from '@coffer/contracts';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  Database,
  HardDrive,
  KeyRound,
  Mail,
  TriangleAlert,
} from 'lucide-react';
import { classes } from '../../lib/classes.ts';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import styles from './overview.module.css';
import { useText } from './texts.ts';

const MARKS = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, unknown: CircleDashed } as const;

interface Mark {
  readonly id: 'pool' | 'store' | 'database' | 'mail';
  readonly icon: IconShape;
  readonly state: keyof typeof MARKS;
  readonly words: string;
}

/** Shows the health of all components. */
export function Health({ overview }: { readonly overview: AdminOverview }) {
  const text = useText();
  const marks: readonly Mark[] = [
    { id: 'pool', icon: KeyRound, ...usePart(overview, 'pool') },
    { id: 'store', icon: HardDrive, ...usePart(overview, 'store') },
    { id: 'database', icon: Database, ...usePart(overview, 'database') },
    { id: 'mail', icon: Mail, ...useMail(overview.mail) },
  ];
  return (
    <ul className={styles['health']} aria-label={text('overview.health')}>
      {marks.map(({ id, icon, state, words }) => (
        <li key={id}>
          <span className={styles['sign']}>
            <Icon of={icon} />
          </span>
          <strong>{text(`overview.part.${id}`)}</strong>
          <span className={styles['answer']}>{words}</span>
          <span className={classes(styles['state'], styles[state])}>
            <Icon of={MARKS[state]} />
          </span>
        </li>
      ))}
    </ul>
  );
}

type Found = Pick<Mark, 'state' | 'words'>;

function usePart({ health }: AdminOverview, part: 'pool' | 'store' | 'database'): Found {
  const text = useText();
  const found = health.find((one) => one.part === part);
  if (found === undefined) return { state: 'unknown', words: text('overview.part.unknown') };
  if (!found.works) return { state: 'bad', words: text('overview.part.down') };
  if (found.code !== null) return { state: 'warn', words: text('overview.part.warning') };
  return { state: 'good', words: text('overview.part.works') };
}

function useMail(mail: AdminOverview['mail']): Found {
  const text = useText();
  if (mail === null) return { state: 'unknown', words: text('overview.mail.none') };
  const { waiting, brokenSince } = mail;
  if (brokenSince !== null)
    return { state: 'warn', words: text('overview.mail.waiting', { count: waiting }) };
  return {
    state: 'good',
    words: waiting > 0 ? text('overview.mail.sending', { count: waiting }) : text('overview.part.works'),
  };
}
