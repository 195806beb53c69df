import type { AdminGroup, GroupMember } from '@coffer/contracts';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  addGroupMembers,
  groupMembersQuery,
  refreshGroups,
  removeGroupMember,
} from '../../../api/administration/groups.ts';
import { errorTexts, useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { usePageWithin } from '../../../lib/address/use-page-within.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { useFocusInRows } from '../../../lib/selection/use-focus-in-rows.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Pager } from '../../../ui/controls/pager.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import styles from '../groups.module.css';
import { useText } from '../texts.ts';
import { useSettled } from '../../../lib/hooks/use-settled.ts';

const PAGE_SIZE = 50;
const SEARCHED_FROM = 10;

export function Members({ group }: { readonly group: AdminGroup }) {
  const text = useText();
  const words = useErrorTexts();
  const { number } = useFormats();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const asked = useSettled(typed.trim());
  const query = { at: String(at), limit: String(PAGE_SIZE), ...(asked === '' ? {} : { text: asked }) };
  const members = useQuery(groupMembersQuery(group.id, query));
  const { data, failure } = members;
  usePageWithin(members, { at, limit: PAGE_SIZE, onMove: setAt });
  const { change, remove } = useRemoving(group);
  const area = useRef<HTMLElement>(null);
  useFocusInRows(area);
  const total = data?.total ?? 0;
  return (
    <section ref={area} className={styles['section']}>
      <h2 className={styles['heading']}>{text('groups.members')}</h2>
      {(group.people > SEARCHED_FROM || typed !== '') && (
        <SearchField
          isNarrow
          label={text('groups.members.search')}
          hint={text('groups.members.search.hint')}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            setAt(0);
          }}
        />
      )}
      <Refusal words={words.ofFailure(change.failure) ?? words.ofFailure(failure)} />
      {data === undefined && failure === undefined && (
        <output aria-label={text('groups.loading')}>
          <Skeleton height="48px" />
        </output>
      )}
      {data !== undefined && data.items.length === 0 && (
        <p className={styles['muted']}>
          {text(asked === '' ? 'groups.members.empty' : 'groups.members.none')}
        </p>
      )}
      {data !== undefined && data.items.length > 0 && (
        <ul aria-label={text('groups.members')} className={styles['list']}>
          {data.items.map((member) => (
            <li key={member.personId} className={styles['row']}>
              <Avatar name={member.name} picture={member.picture} size="small" />
              <span className={styles['who']}>
                <bdi>{member.name}</bdi>
                <bdi className={styles['muted']}>
                  {member.isActive ? member.email : text('groups.members.inactive')}
                </bdi>
              </span>
              {group.source === 'local' && (
                <IconButton
                  icon={X}
                  label={text('groups.members.remove', { name: member.name })}
                  onClick={() => void remove(member)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager
        at={at}
        limit={PAGE_SIZE}
        total={total}
        position={text('groups.position', {
          first: number(Math.min(at + 1, total)),
          last: number(Math.min(at + PAGE_SIZE, total)),
          total: number(total),
        })}
        previousLabel={text('groups.previous')}
        nextLabel={text('groups.next')}
        onMove={setAt}
      />
    </section>
  );
}

function useRemoving({ id, name: group }: AdminGroup) {
  const text = useText();
  const cache = useQueryCache();
  const change = useMutation(async (act: () => Promise<unknown>) => {
    try {
      await act();
    } finally {
      await refreshGroups(cache);
    }
  });
  // Another page may be open by then, so that only a toast can show the failure.
  const addBack = async (personId: GroupMember['personId']): Promise<void> => {
    const { failure } = await change.run(() => addGroupMembers(id, [personId]));
    const why = errorTexts().ofFailure(failure);
    if (why !== undefined) showToast({ tone: 'danger', text: why });
  };
  const remove = async ({ name, personId }: GroupMember): Promise<void> => {
    const { failure } = await change.run(() => removeGroupMember(id, personId));
    if (failure !== undefined) return;
    showToast({
      tone: 'success',
      text: text('groups.members.removed', { name, group }),
      action: {
        label: text('groups.undo'),
        onPress: () => void addBack(personId),
      },
    });
  };
  return { change, remove };
}
