import type { Person } from '@coffer/contracts';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../lib/language/format.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { greetingAt } from './greeting.ts';
import styles from './home.module.css';
import type { Listed } from './listed.ts';
import { RecentFiles } from './recent-files.tsx';
import { Section } from './section.tsx';
import { SharedList } from './shared-list.tsx';
import { SpaceCards } from './space-cards.tsx';
import { StarredList } from './starred-list.tsx';
import { useText } from './texts.ts';

interface HomeProps extends Listed {
  readonly person: Person;
  /** A slot for the latest activity. */
  readonly activity: ReactNode;
  /** A slot for creating and uploading files. */
  readonly action: ReactNode;
  /** A slot for running transfers. */
  readonly transfers: ReactNode;
}

/** Recent files, spaces with their usage, starred and shared items, and activity. */
export function Home(props: HomeProps) {
  const text = useText();
  const formats = useFormats();
  const today = useToday();
  const [greeting] = useState(() => greetingAt(new Date().getHours()));
  const name = firstName(props.person.name);
  return (
    <div className={styles['home']}>
      <header className={styles['greeting']}>
        <div className={styles['hello']}>
          <PageHeading title={text('home.title')} size="large">
            {text(greeting, { name })}
          </PageHeading>
          <p className={styles['quiet']}>{formats.weekdayDate(today)}</p>
        </div>
        {props.action}
      </header>
      {props.transfers}
      <RecentFiles {...props} />
      <SpaceCards />
      <div className={styles['columns']}>
        <StarredList {...props} />
        <SharedList />
        <Section
          title={text('home.activity')}
          all={{ href: '/activity', label: text('home.seeAllActivity') }}
        >
          {props.activity}
        </Section>
      </div>
    </div>
  );
}

function firstName(name: string): string {
  return name.trim().split(/\s+/u, 1)[0] ?? name;
}
