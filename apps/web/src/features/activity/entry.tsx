import type { FeedItem } from '@coffer/contracts';
import { useRef, useState } from 'react';
import { useFaces } from '../../api/session/self.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { focusIfLost } from '../../ui/page/focus-heading.ts';
import styles from './activity.module.css';
import { type ActivityText, useText } from './texts.ts';
import { actorOf, addressOf, authorOf, formatEntry } from './format-entry.ts';

interface EntryProps {
  readonly item: FeedItem;
  readonly spaceName: string;
  /** Whether entries of several spaces are listed. */
  readonly isSpaceShown: boolean;
  readonly personName: string;
  readonly personalSpaceId: string;
  readonly onUndo: (jobId: string) => Promise<void>;
}

export function Entry(props: EntryProps) {
  const { item, spaceName } = props;
  const text = useText();
  const { dateTime, time } = useFormats();
  const faceOf = useFaces();
  const [isUndoing, setUndoing] = useState(false);
  const entry = useRef<HTMLLIElement>(null);
  const words = formatEntry(text, item, spaceName);
  const address = addressOf(item, props.personalSpaceId);
  const { undoJobId: jobId } = item;
  const undo = async (id: string): Promise<void> => {
    setUndoing(true);
    await props.onUndo(id);
    setUndoing(false);
    focusIfLost(() => entry.current?.querySelector('a') ?? null);
  };
  return (
    <li ref={entry} className={styles['entry']}>
      <Avatar
        name={nameOf(text, item, props.personName)}
        picture={faceOf(item.author)?.picture}
        size="small"
      />
      <div className={styles['what']}>
        <p className={styles['words']}>
          {address === undefined ? words : <Link href={address}>{words}</Link>}
        </p>
        <p className={styles['quiet']}>
          <bdi>{actorOf(text, item)}</bdi>
          {' · '}
          <time dateTime={item.at} title={dateTime(item.at)}>
            {time(item.at)}
          </time>
          {item.isUndone === true && ` · ${text('activity.undone')}`}
          {props.isSpaceShown && (
            <>
              {' · '}
              <bdi>{spaceName}</bdi>
            </>
          )}
        </p>
      </div>
      {jobId !== null && (
        <Button
          tone="quiet"
          isBusy={isUndoing}
          aria-label={text('activity.undoThis', { what: words })}
          onClick={() => void undo(jobId)}
        >
          {text('activity.undo')}
        </Button>
      )}
    </li>
  );
}

/** The name that gives the initials. */
function nameOf(text: ActivityText, item: FeedItem, personName: string): string {
  return item.author.kind === 'you' ? personName : authorOf(text, item);
}
