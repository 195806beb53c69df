import type { NodeId, UserId } from '@coffer/contracts';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { useQuery } from '../../../api/calls/use-query.ts';
import { accessPeopleQuery } from '../../../api/sharing/sharing.ts';
import { useSettled } from '../../../lib/hooks/use-settled.ts';
import { neighbour } from '../../../lib/selection/neighbour.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { useText } from '../texts.ts';
import styles from './mention-list.module.css';
import { type Found, peopleOf } from './people-of.ts';
import type { Mentioned } from './mention-text.ts';

const SHOWN = 6;
/** The field keeps the focus and handles the keys. */
const OPTION = { role: 'option', tabIndex: -1 } as const;

export interface MentionListHandle {
  /** Returns true if the list handled the key. */
  readonly press: (event: KeyboardEvent) => boolean;
}

interface MentionListProps {
  readonly id: string;
  readonly nodeId: NodeId;
  readonly query: string;
  /** Authors of the comments. Offered also to readers who may not see who else has access. */
  readonly writers: readonly Mentioned[];
  readonly handle: Ref<MentionListHandle>;
  readonly onActive: (id: string | undefined) => void;
  readonly onChoose: (person: Mentioned) => void;
}

/** Lists people with access whose name or email address contains the typed words. Renders nothing if there are none. */
export function MentionList(props: MentionListProps) {
  const { id, nodeId, query, writers, handle, onActive, onChoose } = props;
  const text = useText();
  const people = usePeople(nodeId, query, writers);
  const [state, setState] = useState<{ readonly query: string; readonly personId: UserId | undefined }>();
  const chosen = state?.query === query ? people.find((person) => person.id === state.personId) : undefined;
  const active = chosen ?? people[0];
  const optionId = (person: Mentioned): string => `${id}-${person.id}`;
  const move = (person: Found | undefined): void => setState({ query, personId: person?.id });
  const activeId = active === undefined ? undefined : optionId(active);
  useEffect(() => {
    onActive(activeId);
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId, onActive]);
  useEffect(() => () => onActive(undefined), [onActive]);
  useImperativeHandle(handle, () => ({
    press: ({ key }) => {
      if (active === undefined) return false;
      if (key === 'Enter' || key === 'Tab') onChoose(active);
      else if (key === 'ArrowDown') move(neighbour(people, active, 1));
      else if (key === 'ArrowUp') move(neighbour(people, active, -1));
      else return false;
      return true;
    },
  }));
  if (people.length === 0) return null;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list belongs to a field that keeps the focus */}
      <div role="listbox" id={id} aria-label={text('comments.mention')} className={styles['list']}>
        {people.map((person) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the field handles the keys
          <div
            key={person.id}
            id={optionId(person)}
            {...OPTION}
            aria-selected={person === active}
            className={styles['option']}
            onMouseMove={() => move(person)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person)}
          >
            <Avatar name={person.name} picture={person.picture} size="tiny" />
            <bdi className={styles['name']}>{person.name}</bdi>
            <bdi className={styles['address']}>{person.address}</bdi>
          </div>
        ))}
      </div>
      <output className="visually-hidden">{text('comments.mentionFound', { count: people.length })}</output>
    </>
  );
}

function usePeople(nodeId: NodeId, query: string, writers: readonly Mentioned[]): readonly Found[] {
  // Two more than shown, because the reader is not offered and some accounts are disabled.
  const { data } = useQuery(
    accessPeopleQuery(nodeId, { q: useSettled(query.trim()), at: 0, limit: SHOWN + 2 }),
  );
  const words = query.trim();
  const others = (data?.items ?? [])
    .filter(({ isYou, isActive }) => !isYou && isActive)
    .map(({ personId, name, picture, email }) => ({ id: personId, name, picture, address: email }));
  return peopleOf(writers, others, words).slice(0, SHOWN);
}
