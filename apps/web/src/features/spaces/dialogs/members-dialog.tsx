import { isAtLeast, SPACE_ROLES } from '@coffer/contracts';
import { X } from 'lucide-react';
import { useErrorTexts } from '../../../api/error-texts.ts';
import { invalidate } from '../../../api/query-cache.ts';
import { spaceKeys } from '../../../api/spaces.ts';
import {
  addMembers,
  changeMember,
  type Member,
  membersQuery,
  removeMember,
} from '../../../api/spaces/team.ts';
import { useMutation } from '../../../api/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/use-query.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { Refusal } from '../../../ui/refusal.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { AddPeople } from './add-people.tsx';
import styles from './dialogs.module.css';
import { isOnlyOwner } from './only-owner.ts';
import { RoleSelect } from './role-select.tsx';
import type { SpaceDialogProps } from './settings-dialog.tsx';
import { useText } from './texts.ts';

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
  const members = data?.items ?? [];
  const mayManage = isAtLeast(space.role, 'manager');
  const handleRemove = async (member: Member): Promise<void> => {
    const { failure: refused } = await change.run(() => removeMember(space.id, member.personId));
    if (refused !== undefined) return;
    const back = { personIds: [member.personId], role: member.role };
    showToast({
      tone: 'success',
      text: text('spaces.members.removed', { name: member.name }),
      action: {
        label: text('spaces.undo'),
        onPress: () => void change.run(() => addMembers(space.id, back)),
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
      {mayManage && <AddPeople space={space} members={members} />}
      <Refusal words={words.ofFailure(change.failure) ?? words.ofFailure(failure)} />
      {isPending && (
        <output aria-label={text('spaces.members.loading')}>
          <Skeleton height="48px" />
        </output>
      )}
      {members.length > 0 && (
        <ul aria-label={text('spaces.members.list')} className={styles['list']}>
          {members.map((member) => (
            <MemberRow
              key={member.personId}
              member={member}
              isSelf={member.personId === props.personId}
              isOnly={isOnlyOwner(member, members)}
              role={space.role}
              onRole={(role) =>
                void change.run(() => changeMember(space.id, { ...member, holderId: member.personId }, role))
              }
              onRemove={() => void handleRemove(member)}
            />
          ))}
        </ul>
      )}
      {space.role === 'contributor' && (
        <p className={styles['muted']}>{text('spaces.members.contributor')}</p>
      )}
      <RoleHelp />
    </Dialog>
  );
}

interface MemberRowProps {
  readonly member: Member;
  readonly isSelf: boolean;
  readonly isOnly: boolean;
  /** Of the person who looks. */
  readonly role: Member['role'];
  readonly onRole: (role: Member['role']) => void;
  readonly onRemove: () => void;
}

function MemberRow({ member, isSelf, isOnly, role, onRole, onRemove }: MemberRowProps) {
  const text = useText();
  const { name, email } = member;
  const mayChange = isAtLeast(role, member.role === 'owner' ? 'owner' : 'manager') && !isOnly;
  const note = isOnly ? text('spaces.members.onlyOwner') : email;
  return (
    <li className={styles['row']}>
      <Avatar name={name} picture={undefined} size="small" />
      <div className={styles['who']}>
        <bdi>{isSelf ? text('spaces.members.you', { name }) : name}</bdi>
        <span className={styles['muted']}>
          {member.isActive ? <bdi>{note}</bdi> : text('spaces.members.inactive')}
        </span>
      </div>
      {mayChange ? (
        <RoleSelect
          label={text('spaces.members.role', { name })}
          value={member.role}
          isForOwner={role === 'owner'}
          onChange={onRole}
        />
      ) : (
        <span className={styles['role']}>{text(`spaces.role.${member.role}`)}</span>
      )}
      {/* Keeps the column of roles straight. */}
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
