import { CalendarClock, Copy, Link2, Mail, Send, X } from 'lucide-react';
import { useState } from 'react';
import type { InvitedGrant, InvitedGrants, SentLink } from '../../../api/sharing/invited.ts';
import type { GrantChange } from '../../../api/sharing/sharing.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { EndDateForm } from './end-date-form.tsx';
import { GrantRoleSelect } from './grant-role-select.tsx';
import styles from './sharing.module.css';
import { useText } from './texts.ts';

interface InvitedRowProps {
  readonly grant: InvitedGrant;
  readonly invites: InvitedGrants['invites'];
  /** The link of a new invitation, which is shown only once. */
  readonly link: NonNullable<SentLink> | undefined;
  readonly isBusy: boolean;
  readonly onChange: (change: GrantChange) => void;
  readonly onSend: () => void;
  readonly onWithdraw: () => void;
}

export function InvitedRow(props: InvitedRowProps) {
  const { grant, invites, link, isBusy, onChange, onSend, onWithdraw } = props;
  const text = useText();
  const [isDating, setDating] = useState(false);
  const { email } = grant;
  const isByLink = invites === 'link';
  return (
    <li className={styles['person']}>
      <div className={styles['row']}>
        <span className={styles['waiting']}>
          <Icon of={Mail} size={18} />
        </span>
        <div className={styles['who']}>
          <bdi dir="ltr">{email}</bdi>
          <Facts grant={grant} />
        </div>
        <GrantRoleSelect
          label={text('share.roleOf', { name: email })}
          value={grant.role}
          onChange={(role) => onChange({ role })}
        />
        <span className={styles['end']}>
          <IconButton
            icon={CalendarClock}
            label={text('share.ends.change', { name: email })}
            aria-expanded={isDating}
            onClick={() => setDating(!isDating)}
          />
          {invites !== 'none' && (
            <IconButton
              icon={isByLink ? Link2 : Send}
              label={text(isByLink ? 'share.invited.getLink' : 'share.invited.send', { email })}
              disabled={isBusy}
              onClick={onSend}
            />
          )}
          <IconButton icon={X} label={text('share.invited.withdraw', { email })} onClick={onWithdraw} />
        </span>
      </div>
      {isDating && (
        <EndDateForm
          expiresAt={grant.expiresAt}
          label={text('share.ends.of', { name: email })}
          onSave={(expiresAt) => {
            setDating(false);
            if (expiresAt !== grant.expiresAt) onChange({ expiresAt });
          }}
        />
      )}
      {link !== undefined && <OwnLink link={link} email={email} />}
    </li>
  );
}

function Facts({ grant }: Pick<InvitedRowProps, 'grant'>) {
  const text = useText();
  const formats = useFormats();
  const { invitedBy, isInvitedByYou, isGood, expiresAt } = grant;
  const facts = [
    text('share.invited.waits'),
    ...(isInvitedByYou || invitedBy === null ? [] : [text('share.invited.by', { name: invitedBy })]),
    ...(expiresAt === null ? [] : [text('share.until', { date: formats.date(expiresAt) })]),
  ];
  return (
    <>
      <span className={styles['muted']}>{facts.join(' · ')}</span>
      {!isGood && <span className={styles['muted']}>{text('share.invited.notGood')}</span>}
    </>
  );
}

interface OwnLinkProps {
  readonly link: NonNullable<SentLink>;
  readonly email: string;
}

function OwnLink({ link, email }: OwnLinkProps) {
  const text = useText();
  const formats = useFormats();
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(link.url);
    const key = isCopied ? 'share.invited.copied' : 'share.invited.notCopied';
    showToast({ tone: isCopied ? 'success' : 'danger', text: text(key) });
  };
  return (
    <div className={styles['link']}>
      <p className={styles['muted']}>
        {text('share.invited.once', { email, date: formats.dateTime(link.expiresAt) })}
      </p>
      <code dir="ltr">{link.url}</code>
      <Button icon={Copy} onClick={() => void copy()}>
        {text('share.invited.copy')}
      </Button>
    </div>
  );
}
