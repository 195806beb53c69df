import { GRANT_ROLES, isAtLeast, type NodeId, type NodeView, type SpaceRole } from '@coffer/contracts';
import { Check, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import {
  type AccessReason,
  changeGrant,
  type GivenGrant,
  invalidateSharing,
  type PersonAccess,
  removeGrant,
  restoreGrant,
} from '../../api/sharing/sharing.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { announce } from '../../ui/feedback/live-regions.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Select } from '../../ui/controls/select.tsx';
import styles from './access.module.css';
import { Chain } from './chain.tsx';
import { type Reader, formatReason } from './format-reason.ts';
import { SeeAs } from './see-as.tsx';
import { useText } from './texts.ts';

interface ChosenPersonProps extends Reader {
  readonly node: NodeView;
  readonly person: PersonAccess;
  readonly mayShare: boolean;
  readonly maySeeAs: boolean;
  readonly onRemoved: () => void;
}

/**
 * All reasons for one person's access, the strongest first, and the resulting role. Pass the id of the person as
 * `key`.
 */
export function ChosenPerson({ node, person, mayShare, maySeeAs, onRemoved, ...reader }: ChosenPersonProps) {
  const text = useText();
  const { name, role, reasons } = person;
  return (
    <>
      <header className={styles['says']}>
        <Avatar name={name} picture={person.picture} />
        <div>
          <ChosenHeading
            title={reader.isSelf ? text(`access.says.self.${role}`) : text(`access.says.${role}`, { name })}
          />
          <p>{text('access.ways', { count: reasons.length })}</p>
          {!person.isActive && <p>{text('access.disabled')}</p>}
        </div>
        {maySeeAs && !reader.isSelf && person.isActive && (
          <SeeAs spaceId={node.spaceId} viewed={{ personId: person.personId }} name={name} />
        )}
      </header>
      <ul className={styles['cards']}>
        {reasons.map((reason, index) => (
          <li key={keyOf(reason, index)} className={styles['card']} data-counts={index === 0 || undefined}>
            <header>
              <h3>{formatReason(text, reason)}</h3>
              <span className={styles['badge']}>{text(`access.role.${reason.role}`)}</span>
            </header>
            <Chain node={node} person={person} reason={reason} {...reader} />
            {mayShare && !reader.isSelf && (
              <Change node={node} person={person} reason={reason} onRemoved={onRemoved} />
            )}
          </li>
        ))}
      </ul>
      <Abilities name={name} role={role} isSelf={reader.isSelf} />
    </>
  );
}

/** Keys are stable, so that the focused reason keeps the focus when a changed role reorders the reasons. */
function keyOf(reason: AccessReason, index: number): string {
  if (reason.kind !== 'grant' || reason.folder?.name === null) return String(index);
  return `${reason.folder?.id ?? ''} ${reason.grant.holderId}`;
}

/** Takes the focus on narrow screens, where it replaces the list. On wide screens it is announced instead. */
export function ChosenHeading({ title }: { readonly title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrive = useEffectEvent(() => {
    if (location.search === '') return;
    if (matchMedia('(min-width: 900px)').matches) announce(title);
    else heading.current?.focus();
  });
  useEffect(() => arrive(), []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {title}
    </h2>
  );
}

interface ChangeProps {
  readonly node: NodeView;
  readonly person: PersonAccess;
  readonly reason: AccessReason;
  readonly onRemoved: () => void;
}

function Change({ node, person, reason, onRemoved }: ChangeProps) {
  const text = useText();
  if (reason.kind === 'grant') {
    // The reader cannot decide about a folder that they do not see.
    if (reason.folder !== null && reason.folder.name === null) return null;
    return (
      <ChangeGrant
        nodeId={reason.folder?.id ?? node.id}
        name={reason.group?.name ?? person.name}
        grant={reason.grant}
        onRemoved={onRemoved}
      />
    );
  }
  if (reason.role === 'owner') return null;
  return (
    <footer>
      <ButtonLink href={`/s/${node.spaceId}`}>{text('access.inSpace')}</ButtonLink>
    </footer>
  );
}

interface ChangeGrantProps {
  /** The file or folder that was shared. */
  readonly nodeId: NodeId;
  readonly name: string;
  readonly grant: GivenGrant;
  readonly onRemoved: () => void;
}

function ChangeGrant({ nodeId, name, grant, onRemoved }: ChangeGrantProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const change = useMutation(async (act: () => Promise<void>) => {
    try {
      await act();
    } finally {
      await invalidateSharing(cache);
    }
  });
  const restoring = useMutation(async () => {
    try {
      return await restoreGrant(nodeId, grant);
    } finally {
      await invalidateSharing(cache);
    }
  });
  const handleUndo = async (): Promise<void> => {
    const { data: refused, failure } = await restoring.run();
    const why = refused === undefined ? words.ofFailure(failure) : text(notRestored(refused.code), { name });
    if (why !== undefined) showToast({ tone: 'danger', text: why });
  };
  const handleRemove = async (): Promise<void> => {
    const { failure } = await change.run(() => removeGrant(nodeId, grant.holderId));
    if (failure !== undefined) return;
    onRemoved();
    const undo = { label: text('access.undo'), onPress: () => void handleUndo() };
    showToast({ tone: 'success', key: 'access', text: text('access.removed', { name }), action: undo });
  };
  return (
    <footer>
      <Select
        aria-label={text('access.changeOf', { name })}
        value={grant.role}
        aria-disabled={change.isPending || undefined}
        onChange={({ currentTarget }) => {
          const role = GRANT_ROLES.find((each) => each === currentTarget.value);
          // Changes are ignored while saving. With `disabled`, the field would lose the focus.
          if (role !== undefined && !change.isPending)
            void change.run(() => changeGrant(nodeId, grant, { role }));
        }}
      >
        {GRANT_ROLES.map((role) => (
          <option key={role} value={role}>
            {text(`access.role.${role}`)}
          </option>
        ))}
      </Select>
      <Button isBusy={change.isPending} onClick={() => void handleRemove()}>
        {text('access.remove')}
      </Button>
      <Refusal words={words.ofFailure(change.failure)} />
    </footer>
  );
}

function notRestored(code: string) {
  if (code === 'grant_differs') return 'access.notRestored.differs';
  return code === 'has_access_already' ? 'access.notRestored.had' : 'access.notRestored.gone';
}

/** The lowest role for each ability. Contributors have fewer rights on items that others created. */
const ABILITIES = [
  ['open', 'viewer'],
  ['add', 'contributor'],
  ['change', 'editor'],
  ['trash', 'editor'],
  ['share', 'manager'],
  ['purge', 'manager'],
] as const satisfies readonly (readonly [string, SpaceRole])[];

interface AbilitiesProps {
  readonly name: string;
  readonly role: SpaceRole;
  readonly isSelf: boolean;
}

function Abilities({ name, role, isSelf }: AbilitiesProps) {
  const text = useText();
  return (
    <section className={styles['abilities']}>
      <h3>{isSelf ? text('access.can.titleSelf') : text('access.can.title', { name })}</h3>
      <ul>
        {ABILITIES.map(([ability, needed]) => {
          const can = isAtLeast(role, needed);
          return (
            <li key={ability} data-no={!can || undefined}>
              <Icon of={can ? Check : X} size={18} />
              <span>
                <span className="visually-hidden">{text(can ? 'access.can.yes' : 'access.can.no')} </span>
                {text(`access.can.${ability}`)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
