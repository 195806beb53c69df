import type { NodeId } from '@coffer/contracts';
import { CalendarClock, History, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { activityQuery } from '../../api/details/details.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { MenuButton, type MenuEntry } from '../../ui/overlays/index.ts';
import { CHOICES, fieldValueOf, isChoice, momentBefore, momentOf, readMoment } from './moments.ts';
import styles from './past.module.css';
import { useText } from './texts.ts';

const ACTS_SHOWN = 8;

interface PastBannerProps {
  readonly nodeId: NodeId;
  readonly moment: string;
  readonly words: string;
  readonly closeHref: string;
  readonly onMoment: (moment: string) => void;
  /** The actions that restore the folder. */
  readonly restore: ReactNode;
}

/** Shows that this is an earlier moment, and which one. */
export function PastBanner({ nodeId, moment, words, closeHref, onMoment, restore }: PastBannerProps) {
  const text = useText();
  const entries = useEntries(nodeId);
  const choices = {
    label: text('past.choices'),
    entries,
    onAction: (id: string) => onMoment(isChoice(id) ? momentOf(id, Date.now()) : id),
  };
  const [now] = useState(() => Date.now());
  return (
    <aside aria-label={text('past.banner')} className={styles['banner']}>
      <Icon of={History} />
      <p className={styles['strong']}>
        <bdi>{words}</bdi>
      </p>
      <span className={styles['narrow']}>
        <IconButton icon={X} label={text('past.close')} onClick={() => navigate(closeHref)} />
      </span>
      <div className={styles['tools']}>
        <input
          key={moment}
          type="datetime-local"
          dir="ltr"
          aria-label={text('past.moment')}
          className={styles['field']}
          defaultValue={fieldValueOf(moment)}
          max={fieldValueOf(now)}
          onBlur={(event) => choose(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') choose(event.currentTarget.value);
          }}
        />
        <span className={styles['wide']}>
          <MenuButton {...choices} />
        </span>
        <span className={styles['narrow']}>
          <MenuButton {...choices} icon={CalendarClock} />
        </span>
        {restore}
        <span className={styles['wide']}>
          <ButtonLink href={closeHref}>{text('past.close')}</ButtonLink>
        </span>
      </div>
    </aside>
  );

  function choose(value: string): void {
    const chosen = readMoment(value);
    if (chosen !== undefined && value !== fieldValueOf(moment)) onMoment(chosen);
  }
}

/** The entries of the menu: fixed times ago, and the moments before the latest actions. */
function useEntries(nodeId: NodeId): readonly MenuEntry[] {
  const text = useText();
  const { friendlyDate } = useFormats();
  const today = useToday();
  const { data } = useQuery(activityQuery({ id: nodeId, parentId: null }, ACTS_SHOWN));
  const ago = CHOICES.map((choice) => ({ id: choice, label: text(`past.ago.${choice}`) }));
  const acts = new Map((data?.items ?? []).map((item) => [momentBefore(item.at), item]));
  return [
    ...ago,
    ...[...acts].map(([id, { at, name }], position) => ({
      id,
      label: text('past.before', { time: friendlyDate(at, today), name }),
      startsGroup: position === 0,
    })),
  ];
}
