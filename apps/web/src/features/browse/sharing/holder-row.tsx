import type { AccessReason, SpaceRole } from '@coffer/contracts';
import { CalendarClock, LogOut, X } from 'lucide-react';
import { useState } from 'react';
import type { GivenGrant, GrantChange } from '../../../api/sharing/sharing.ts';
import { type Formats, useFormats } from '../../../lib/language/format.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { GroupMark } from '../../../ui/marks/group-mark.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { EndDateForm } from './end-date-form.tsx';
import { GrantRoleSelect } from './grant-role-select.tsx';
import styles from './sharing.module.css';
import { type ShareText, useText } from './texts.ts';

interface Holder {
  readonly name: string;
  readonly picture?: string | undefined;
  readonly isActive: boolean;
  readonly role: SpaceRole;
  readonly reasons: readonly AccessReason[];
  /** Number of people, if the holder is a group. */
  readonly people?: number;
}

interface HolderRowProps {
  readonly holder: Holder;
  readonly isSelf: boolean;
  readonly mayChange: boolean;
  /** Undefined for a personal space, and for a space of which the reader is no member. */
  readonly spaceName: string | undefined;
  readonly onChange: (grant: GivenGrant, change: GrantChange) => void;
  /** If the holder is the reader, this leaves the space. */
  readonly onRemove: (grant: GivenGrant) => void;
}

/** A row for a person or a group. */
export function HolderRow({ holder, isSelf, mayChange, spaceName, onChange, onRemove }: HolderRowProps) {
  const text = useText();
  const formats = useFormats();
  const [isDating, setDating] = useState(false);
  const { name, reasons, people } = holder;
  const grant = ownGrant(reasons);
  const isChanged = mayChange && !isSelf && grant !== undefined;
  return (
    <li className={styles['person']}>
      <div className={styles['row']}>
        {people === undefined ? <Avatar name={name} picture={holder.picture} size="small" /> : <GroupMark />}
        <div className={styles['who']}>
          <bdi>{isSelf ? text('share.you', { name }) : name}</bdi>
          {people !== undefined && (
            <span className={styles['muted']}>{text('share.group', { count: people })}</span>
          )}
          {reasons.map((reason, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- reasons have no id, and their order does not change
            <span key={index} className={styles['muted']}>
              {formatReason(text, formats, { reason, spaceName, isSelf, isOnly: reasons.length === 1 })}
            </span>
          ))}
          {!holder.isActive && <span className={styles['muted']}>{text('share.inactive')}</span>}
        </div>
        {isChanged ? (
          <GrantRoleSelect
            label={text('share.roleOf', { name })}
            value={grant.role}
            onChange={(role) => onChange(grant, { role })}
          />
        ) : (
          <span className={styles['role']}>{text(`share.role.${holder.role}`)}</span>
        )}
        <span className={styles['end']}>
          {isChanged && (
            <>
              <IconButton
                icon={CalendarClock}
                label={text('share.ends.change', { name })}
                aria-expanded={isDating}
                onClick={() => setDating(!isDating)}
              />
              <IconButton icon={X} label={text('share.remove', { name })} onClick={() => onRemove(grant)} />
            </>
          )}
          {isSelf && grant !== undefined && (
            <IconButton icon={LogOut} label={text('share.leave')} onClick={() => onRemove(grant)} />
          )}
        </span>
      </div>
      {isChanged && isDating && (
        <EndDateForm
          expiresAt={grant.expiresAt}
          label={text('share.ends.of', { name })}
          onSave={(expiresAt) => {
            setDating(false);
            if (expiresAt !== grant.expiresAt) onChange(grant, { expiresAt });
          }}
        />
      )}
    </li>
  );
}

/** Finds the direct grant on the item. Other grants are changed where they were given. */
export function ownGrant(reasons: readonly AccessReason[]): GivenGrant | undefined {
  const found = reasons.find(
    (reason) => reason.kind === 'grant' && reason.folder === null && reason.group === null,
  );
  return found?.kind === 'grant' ? found.grant : undefined;
}

interface Holding {
  readonly reason: AccessReason;
  readonly spaceName: string | undefined;
  readonly isSelf: boolean;
  /** Whether this is the only reason, so that the role is already shown next to it. */
  readonly isOnly: boolean;
}

function formatReason(text: ShareText, formats: Formats, holding: Holding): string {
  const { reason } = holding;
  const parts = [formatPlace(text, holding)];
  if (reason.group !== null) parts.push(text('share.through', { name: reason.group.name }));
  if (reason.kind === 'grant' && reason.grant.expiresAt !== null) {
    parts.push(text('share.until', { date: formats.date(reason.grant.expiresAt) }));
  }
  if (!holding.isOnly) parts.unshift(text(`share.role.${reason.role}`));
  return parts.join(' · ');
}

function formatPlace(text: ShareText, { reason, spaceName, isSelf }: Holding): string {
  if (reason.kind === 'space') {
    if (spaceName !== undefined) return text('share.reason.space', { name: spaceName });
    if (reason.role !== 'owner') return text('share.reason.member');
    return text(isSelf ? 'share.reason.yours' : 'share.reason.owner');
  }
  const { folder, grantedBy, isGrantedByYou } = reason;
  if (folder !== null) {
    return folder.name === null
      ? text('share.reason.hiddenFolder')
      : text('share.reason.folder', { name: folder.name });
  }
  if (isGrantedByYou) return text('share.reason.byYou');
  return grantedBy === null ? text('share.reason.here') : text('share.reason.by', { name: grantedBy });
}
