import type { GroupId, GroupReach, Person } from '@coffer/contracts';
import { ChevronLeft, CloudOff, Ellipsis, Pencil, Trash2, UserPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { groupQuery } from '../../../api/administration/groups.ts';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink, Link } from '../../../ui/controls/link.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { MenuButton } from '../../../ui/overlays/index.ts';
import { PageFrame } from '../../../ui/page/page-frame.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { AddPeopleDialog } from '../dialogs/add-people-dialog.tsx';
import { DeleteDialog } from '../dialogs/delete-dialog.tsx';
import { NameDialog } from '../dialogs/name-dialog.tsx';
import styles from '../groups.module.css';
import { LIST_PATH } from '../groups-address.ts';
import { OnlyAdministrators } from '../only-administrators.tsx';
import { useText } from '../texts.ts';
import { Members } from './members.tsx';
import { Places } from './places.tsx';

type Open = 'add' | 'rename' | 'delete';

interface GroupPageProps {
  readonly person: Person;
  readonly groupId: GroupId;
}

/** Shows the members of a group, and what the group can access. */
export function GroupPage({ person, groupId }: GroupPageProps) {
  const text = useText();
  const words = useErrorTexts();
  const isAllowed = person.role === 'administrator';
  const { data, failure, refetch } = useQuery(groupQuery(groupId), { isEnabled: isAllowed });
  const [open, setOpen] = useState<Open>();
  if (!isAllowed) return <OnlyAdministrators />;
  const isGone = failure !== undefined && apiErrorOf(failure.cause).code === 'group_not_found';
  if (isGone || (failure !== undefined && data === undefined)) {
    return (
      <EmptyState
        headingLevel={1}
        icon={isGone ? UsersRound : CloudOff}
        title={text(isGone ? 'groups.gone' : 'groups.failedOne')}
        text={isGone ? text('groups.gone.text') : words.ofFailure(failure)}
        action={
          isGone ? (
            <ButtonLink href={LIST_PATH}>{text('groups.all')}</ButtonLink>
          ) : (
            <Button onClick={() => void refetch()}>{text('groups.retry')}</Button>
          )
        }
      />
    );
  }
  const isOwn = data?.group.source === 'local';
  return (
    <PageFrame
      kind="document"
      title={data?.group.name ?? text('groups.title')}
      action={isOwn && <Tools onOpen={setOpen} />}
    >
      <Link href={LIST_PATH} className={styles['back']}>
        <Icon of={ChevronLeft} size={18} isMirrored />
        {text('groups.all')}
      </Link>
      {data === undefined ? (
        <output aria-label={text('groups.loading')} className={styles['waiting']}>
          <Skeleton height="48px" />
          <Skeleton height="48px" />
        </output>
      ) : (
        <Body reach={data} open={open} onClose={() => setOpen(undefined)} />
      )}
    </PageFrame>
  );
}

function Tools({ onOpen }: { readonly onOpen: (open: Open) => void }) {
  const text = useText();
  return (
    <div className={styles['ways']}>
      <Button tone="primary" icon={UserPlus} onClick={() => onOpen('add')}>
        {text('groups.add')}
      </Button>
      <MenuButton
        icon={Ellipsis}
        label={text('groups.actions')}
        entries={[
          { id: 'rename', icon: Pencil, label: text('groups.rename') },
          { id: 'delete', icon: Trash2, label: text('groups.delete') },
        ]}
        onAction={(id) => onOpen(id === 'rename' ? 'rename' : 'delete')}
      />
    </div>
  );
}

interface BodyProps {
  readonly reach: GroupReach;
  readonly open: Open | undefined;
  readonly onClose: () => void;
}

function Body({ reach, open, onClose }: BodyProps) {
  const text = useText();
  const { group, places } = reach;
  return (
    <>
      {group.source === 'pool' && (
        <Banner tone="info" title={text('groups.fromPool')}>
          <p>{text('groups.fromPool.text')}</p>
        </Banner>
      )}
      <Members group={group} />
      <section className={styles['section']}>
        <h2 className={styles['heading']}>{text('groups.reach')}</h2>
        {places.length === 0 ? (
          <p className={styles['muted']}>{text('groups.reach.empty')}</p>
        ) : (
          <Places places={places} />
        )}
      </section>
      {open === 'add' && <AddPeopleDialog group={group} onClose={onClose} />}
      {open === 'rename' && <NameDialog group={group} onDone={onClose} onClose={onClose} />}
      {open === 'delete' && (
        <DeleteDialog
          reach={reach}
          onDeleted={() => navigate(LIST_PATH, { isReplacing: true })}
          onClose={onClose}
        />
      )}
    </>
  );
}
