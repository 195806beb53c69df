import { type HolderId, isAtLeast, SPACE_ROLES } from '@coffer/contracts';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { invalidate } from '../../../api/calls/query-cache.ts';
import { spaceKeys } from '../../../api/spaces.ts';
import {
  addMembers,
  changeMember,
  type Member,
  type MemberList,
  membersQuery,
  removeMember,
} from '../../../api/spaces/team.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { GroupMark } from '../../../ui/marks/group-mark.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { AddPeople } from './add-people.tsx';
import styles from './dialogs.module.css';
import { isOnlyOwner } from './only-owner.ts';
import { OpenRequests } from './open-requests.tsx';
import { RoleSelect } from './role-select.tsx';
import type { SpaceDialogProps } from './settings-dialog.tsx';
import { type SpacesText, useText } from './texts.ts';

const NOBODY: MemberList = { items: [], groups: [] };

export function MembersDialog(props: SpaceDialogProps) {
  const { space, onClose } = props;
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const { data, failure, isPending } = useQuery(membersQuery(space.id));
  const change = useMutation(async (act: () => Promise<void>) => {
    try {
      await act();
    } finally {
      await invalidate(cache, spaceKeys.all);
    }
  });
  const list = useRef<HTMLUListElement>(null);
  const members = data ?? NOBODY;
  const mayManage = isAtLeast(space.role, 'manager');
  // The dialog may be closed by then, so that only a toast can show the failure.
  const addBack = async (back: Parameters<typeof addMembers>[1]) => {
    const { failure: refused } = await change.run(() => addMembers(space.id, back));
    const why = words.ofFailure(refused);
    if (why !== undefined) showToast({ tone: 'danger', text: why });
  };
  const remove = async ({ name, holderId, index }: Removed, back: Parameters<typeof addMembers>[1]) => {
    const { failure: refused } = await change.run(async () => {
      await removeMember(space.id, holderId);
      leaveRow(list.current?.children[index]);
    });
    if (refused !== undefined) return;
    showToast({
      tone: 'success',
      text: text('spaces.members.removed', { name }),
      action: {
        label: text('spaces.undo'),
        onPress: () => void addBack(back),
      },
    });
  };
  return (
    <Dialog
      isOpen
      isDismissable={!mayManage}
      title={text('spaces.members.title', { name: space.name })}
      closeLabel={text('spaces.close')}
      onClose={onClose}
    >
      {mayManage && <OpenRequests spaceId={space.id} />}
      {mayManage && <AddPeople space={space} members={members} />}
      <Refusal words={words.ofFailure(change.failure) ?? words.ofFailure(failure)} />
      {isPending && (
        <output aria-label={text('spaces.members.loading')}>
          <Skeleton height="48px" />
        </output>
      )}
      {members.items.length + members.groups.length > 0 && (
        <ul ref={list} aria-label={text('spaces.members.list')} className={styles['list']}>
          {members.items.map((member, index) => {
            const { name, personId, role } = member;
            const isOnly = isOnlyOwner(member, members.items);
            return (
              <MemberRow
                key={personId}
                member={member}
                note={noteOf(text, member, isOnly)}
                isSelf={personId === props.personId}
                isFixed={isOnly}
                role={space.role}
                onRole={(to) =>
                  void change.run(() => changeMember(space.id, { ...member, holderId: personId }, to))
                }
                onRemove={() =>
                  void remove({ name, holderId: personId, index }, { personIds: [personId], role })
                }
              />
            );
          })}
          {members.groups.map((group, at) => {
            const { name, groupId, role } = group;
            const index = members.items.length + at;
            return (
              <MemberRow
                key={groupId}
                member={group}
                note={text('spaces.group', { count: group.people })}
                isGroup
                role={space.role}
                onRole={(to) =>
                  void change.run(() => changeMember(space.id, { ...group, holderId: groupId }, to))
                }
                onRemove={() =>
                  void remove({ name, holderId: groupId, index }, { groupIds: [groupId], role })
                }
              />
            );
          })}
        </ul>
      )}
      {space.role === 'contributor' && (
        <p className={styles['muted']}>{text('spaces.members.contributor')}</p>
      )}
      <RoleHelp />
    </Dialog>
  );
}

interface Removed {
  readonly name: string;
  readonly holderId: HolderId;
  /** Of the row in the list. */
  readonly index: number;
}

/** Moves the focus from a row that will disappear to the row after or before it, or to the field that adds people. */
function leaveRow(row: Element | undefined): void {
  if (row?.contains(document.activeElement) !== true) return;
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const field = row.closest('[role="dialog"]')?.querySelector('input');
  (beside?.querySelector('button') ?? field)?.focus();
}

function noteOf(text: SpacesText, { isActive, email }: Member, isOnly: boolean): string {
  if (!isActive) return text('spaces.members.inactive');
  return isOnly ? text('spaces.members.onlyOwner') : email;
}

interface MemberRowProps {
  readonly member: Pick<Member, 'name' | 'picture' | 'role'>;
  readonly note: string;
  readonly isSelf?: boolean;
  readonly isGroup?: boolean;
  /** Whether the person is the only owner, and so has to stay. */
  readonly isFixed?: boolean;
  /** The role of the viewing person. */
  readonly role: Member['role'];
  readonly onRole: (role: Member['role']) => void;
  readonly onRemove: () => void;
}

function MemberRow(props: MemberRowProps) {
  const { member, note, isSelf = false, isGroup = false, isFixed = false, role, onRole, onRemove } = props;
  const text = useText();
  const { name } = member;
  const mayChange = isAtLeast(role, member.role === 'owner' ? 'owner' : 'manager') && !isFixed;
  return (
    <li className={styles['row']}>
      {isGroup ? <GroupMark /> : <Avatar name={name} picture={member.picture} size="small" />}
      <div className={styles['who']}>
        <bdi>{isSelf ? text('spaces.members.you', { name }) : name}</bdi>
        <span className={styles['muted']}>
          <bdi>{note}</bdi>
        </span>
      </div>
      {mayChange ? (
        <RoleSelect
          label={text('spaces.members.role', { name })}
          value={member.role}
          isForOwner={role === 'owner' && !isGroup}
          onChange={onRole}
        />
      ) : (
        <span className={styles['role']}>{text(`spaces.role.${member.role}`)}</span>
      )}
      {/* Keeps the roles aligned. */}
      <span className={styles['end']}>
        {mayChange && !isSelf && (
          <IconButton icon={X} label={text('spaces.members.remove', { name })} onClick={onRemove} />
        )}
      </span>
    </li>
  );
}

function RoleHelp() {
  const text = useText();
  return (
    <details className={styles['help']}>
      <summary>{text('spaces.roles')}</summary>
      <dl>
        {SPACE_ROLES.map((role) => (
          <div key={role}>
            <dt>{text(`spaces.role.${role}`)}</dt>
            <dd>{text(`spaces.role.${role}.can`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
