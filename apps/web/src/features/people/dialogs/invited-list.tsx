import { useEffect, useRef } from 'react';
import { CircleAlert } from 'lucide-react';
import type { Invited } from '../../../api/administration/people.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { useText } from '../texts.ts';
import { useRefusals } from '../use-refusals.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './dialogs.module.css';

type InvitedProps = { readonly invited: readonly Invited[] };

export function InvitedFooter({ invited, onClose }: InvitedProps & { readonly onClose: () => void }) {
  const text = useText();
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
      <Button ref={done} tone="primary" onClick={onClose}>
        {text('people.done')}
      </Button>
    </>
  );
}

/** The only time that the links are shown: the server keeps only hashes. */
export function InvitedList({ invited }: InvitedProps) {
  const text = useText();
  const { dateTime } = useFormats();
  const words = useRefusals();
  const links = invited.filter((item) => item.ok);
  const refused = invited.filter((item) => !item.ok);
  const [first] = links;
  return (
    <>
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
          {links.map(({ email, link }) => (
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
      {refused.length > 0 && (
        <>
          <h3 className={styles['heading']}>{text('people.invited.refused', { count: refused.length })}</h3>
          <ul className={styles['links']}>
            {refused.map(({ email, code }) => (
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
