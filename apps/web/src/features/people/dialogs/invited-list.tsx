import { useEffect, useRef } from 'react';
import { CircleAlert, Download } from 'lucide-react';
import type { Invited } from '../../../api/administration/people.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { saveResults } from '../import/results-csv.ts';
import { useText } from '../texts.ts';
import { useRefusals } from '../use-refusals.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './dialogs.module.css';

/** Longer lists would render slowly. The file has all entries. */
const SHOWN_MAX = 200;

interface InvitedProps {
  readonly invited: readonly Invited[];
  /** Number of invitations that were not sent. */
  readonly rest: number;
}

interface InvitedFooterProps extends InvitedProps {
  readonly onRest: () => void;
  readonly onClose: () => void;
}

export function InvitedFooter({ invited, rest, onRest, onClose }: InvitedFooterProps) {
  const text = useText();
  const words = useRefusals();
  const links = invited.filter((item) => item.ok);
  const done = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => done.current?.focus(), []);
  return (
    <>
      {links.length > 1 && (
        <CopyButton
          label={text('people.copyAll')}
          content={links.map(({ email, link }) => `${email}\t${link.url}`).join('\n')}
        />
      )}
      {invited.length > 1 && (
        <Button
          icon={Download}
          onClick={() =>
            saveResults(
              invited,
              [
                text('people.invite.addresses'),
                text('people.results'),
                text('people.link'),
                text('people.results.until'),
              ],
              (item) => (item.ok ? text('people.results.invited') : words.ofCode(item.code)),
            )
          }
        >
          {text('people.results.save')}
        </Button>
      )}
      {rest > 0 && <Button onClick={onRest}>{text('people.sending.rest', { count: rest })}</Button>}
      <Button ref={done} tone="primary" onClick={onClose}>
        {text('people.done')}
      </Button>
    </>
  );
}

/** Shows the links. This is the only time, because the server stores only hashes of them. */
export function InvitedList({ invited, rest }: InvitedProps) {
  const text = useText();
  const { dateTime } = useFormats();
  const words = useRefusals();
  const links = invited.filter((item) => item.ok);
  const refused = invited.filter((item) => !item.ok);
  const [first] = links;
  return (
    <>
      {rest > 0 && (
        <Banner tone="warning" title={text('people.sending.left', { count: rest })}>
          <p>{text('people.sending.left.text')}</p>
        </Banner>
      )}
      {first !== undefined && (
        <Banner
          tone={first.isMailed ? 'success' : 'info'}
          title={text(first.isMailed ? 'people.invited.mailed' : 'people.invited.send')}
        >
          <p>
            {text(first.isMailed ? 'people.invited.mailedOnce' : 'people.invited.once', {
              when: dateTime(first.link.expiresAt),
            })}
          </p>
        </Banner>
      )}
      {links.length > 0 && (
        <ul className={styles['links']} aria-label={text('people.invited.links')}>
          {links.slice(0, SHOWN_MAX).map(({ email, link }) => (
            <li key={email}>
              <span className={styles['linkOf']}>
                <bdi>{email}</bdi>
                <code dir="ltr" className={styles['url']}>
                  {link.url}
                </code>
              </span>
              <CopyButton label={text('people.copyLink')} name={email} content={link.url} />
            </li>
          ))}
        </ul>
      )}
      {links.length > SHOWN_MAX && (
        <p className={styles['muted']}>{text('people.results.more', { count: links.length - SHOWN_MAX })}</p>
      )}
      {refused.length > 0 && (
        <>
          <h3 className={styles['heading']}>{text('people.invited.refused', { count: refused.length })}</h3>
          <ul className={styles['links']}>
            {refused.slice(0, SHOWN_MAX).map(({ email, code }) => (
              <li key={email}>
                <span className={styles['linkOf']}>
                  <bdi>{email}</bdi>
                  <span className={styles['reason']}>
                    <Icon of={CircleAlert} size={16} />
                    {words.ofCode(code)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
