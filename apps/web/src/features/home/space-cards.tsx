import type { Space } from '@coffer/contracts';
import { spacesQuery } from '../../api/spaces.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { isNearlyFull } from '../../api/spaces/nearly-full.ts';
import { Link } from '../../ui/controls/link.tsx';
import { ColorMark } from '../../ui/marks/color-mark.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Failed } from './failed.tsx';
import styles from './home.module.css';
import { Section } from './section.tsx';
import { type HomeText, useText } from './texts.ts';

export function SpaceCards() {
  const text = useText();
  const { data, failure, refetch } = useQuery(spacesQuery());
  return (
    <Section title={text('home.spaces')}>
      {data === undefined && failure !== undefined && <Failed onRetry={() => void refetch()} />}
      {data === undefined && failure === undefined && <Skeleton height="112px" />}
      <ul className={styles['spaces']}>
        {data?.items.map((space) => (
          <SpaceCard key={space.id} space={space} />
        ))}
      </ul>
    </Section>
  );
}

function SpaceCard({ space }: { readonly space: Space }) {
  const text = useText();
  const { size } = useFormats();
  const isPersonal = space.kind === 'personal';
  const name = isPersonal ? text('home.files') : space.name;
  const takenBytes = space.usedBytes + space.reservedBytes + space.heldBytes;
  const part = space.quotaBytes === 0 ? 1 : takenBytes / space.quotaBytes;
  const words = text('home.use', { used: size(takenBytes), total: size(space.quotaBytes) });
  return (
    <li className={styles['space']} data-wash={space.color}>
      <ColorMark name={name} color={space.color} />
      <span className={styles['words']}>
        <Link href={`/s/${space.id}`} className={styles['name']} title={name}>
          <bdi>{name}</bdi>
        </Link>
        <span className={styles['quiet']} dir="auto">
          {noteOf(space, { part, text, leftWords: size })}
        </span>
      </span>
      <span className={styles['use']}>
        <ProgressBar
          kind="meter"
          label={text('home.useOf', { name })}
          value={part}
          valueText={words}
          tone={isNearlyFull(takenBytes, space.quotaBytes) ? 'danger' : 'accent'}
        />
        <span className={styles['quiet']}>{words}</span>
      </span>
    </li>
  );
}

interface NoteOptions {
  readonly part: number;
  readonly text: HomeText;
  readonly leftWords: (bytes: number) => string;
}

function noteOf(space: Space, { part, text, leftWords }: NoteOptions): string {
  if (part >= 1) return text('home.full');
  if (isNearlyFull(part, 1)) return text('home.left', { size: leftWords(space.quotaBytes * (1 - part)) });
  return space.kind === 'personal' ? text('home.onlyYou') : space.description;
}
