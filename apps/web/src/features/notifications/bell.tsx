import type { Person } from '@coffer/contracts';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { notificationsQuery } from '../../api/notifications/notifications.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import styles from './bell.module.css';
import { useText } from './texts.ts';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const NotificationsPanel = lazy(async () => ({
  default: (await import('./panel/panel.tsx')).NotificationsPanel,
}));

const SHOWN_MAX = 99;

/** Fetches its count when the page is idle. After that, change events refresh it. */
export function Bell({ person }: { readonly person: Pick<Person, 'id' | 'role'> }) {
  const text = useText();
  const { number } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const [isEnabled, setEnabled] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => whenIdle(() => setEnabled(true)), []);
  const unread = useQuery(notificationsQuery(), { isEnabled }).data?.unread ?? 0;
  const count = unread > SHOWN_MAX ? `${number(SHOWN_MAX)}+` : number(unread);
  return (
    <span className={styles['bell']}>
      <IconButton
        ref={button}
        icon={BellIcon}
        label={unread === 0 ? text('notifications.title') : text('notifications.unread', { count })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        face={unread > 0 && <span className={styles['count']}>{count}</span>}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <NotificationsPanel person={person} triggerRef={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
