import type { PublicLink } from '@coffer/contracts';
import { Lock } from 'lucide-react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { useToday } from '../../../lib/hooks/use-today.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { FreshLink } from './fresh-link.tsx';
import { HandIns } from './hand-ins.tsx';
import { Preview } from './preview.tsx';
import { Visits } from './visits.tsx';
import styles from './links.module.css';
import { useText } from './texts.ts';

interface LinkItemProps {
  readonly link: PublicLink;
  /** Defined only for a link that was just created. */
  readonly fresh: { readonly url: string; readonly isCopied: boolean } | undefined;
  readonly onChange: () => void;
  readonly onRevoke: () => void;
}

export function LinkItem({ link, fresh, onChange, onRevoke }: LinkItemProps) {
  const text = useText();
  const { mayLink, mayManageLinks } = useSpaceRights();
  const name = useLinkName()(link);
  const { isYou } = link.createdBy;
  const mayChange = isYou ? mayLink : mayManageLinks;
  return (
    <li className={styles['link']}>
      <div className={styles['head']}>
        <div className={styles['what']}>
          <strong>
            <bdi>{name}</bdi>
            <State link={link} />
          </strong>
          <Facts link={link} />
        </div>
        {mayChange && (
          <div className={styles['ways']}>
            <Button aria-label={text('links.changeNamed', { name })} onClick={onChange}>
              {text('links.change')}
            </Button>
            <Button aria-label={text('links.revokeNamed', { name })} onClick={onRevoke}>
              {text('links.revoke')}
            </Button>
          </div>
        )}
      </div>
      {fresh !== undefined && <FreshLink {...fresh} />}
      {link.kind === 'request' && <HandIns link={link} />}
      <Visits link={link} />
      {link.state === 'active' && <Preview link={link} />}
    </li>
  );
}

/** The label of the link, or else the time when it was created. */
export function useLinkName(): (link: PublicLink) => string {
  const text = useText();
  const { dateTime } = useFormats();
  return ({ label, createdAt }) =>
    label === '' ? text('links.madeAt', { time: dateTime(createdAt) }) : label;
}

function State({ link }: { readonly link: PublicLink }) {
  const text = useText();
  if (link.state === 'active') return null;
  return <span className={styles['ended']}>{text(`links.state.${link.state}`)}</span>;
}

function Facts({ link }: { readonly link: PublicLink }) {
  const text = useText();
  const { number, date, friendlyDate, size } = useFormats();
  const today = useToday();
  const { downloads, downloadsMax, bytes, bytesMax, request, visits, lastVisitAt, createdBy } = link;
  const received = request === null ? undefined : { count: request.files, size: size(request.sizeBytes) };
  return (
    <>
      <span className={styles['facts']}>
        <span>{text(link.kind === 'request' ? 'links.request' : `links.kind.${link.kind}`)}</span>
        {link.hasPassword && (
          <span className={styles['lock']}>
            <Icon of={Lock} size={16} />
            {text('links.hasPassword')}
          </span>
        )}
        <span>
          {text(link.state === 'expired' ? 'links.endedOn' : 'links.endsOn', { date: date(link.expiresAt) })}
        </span>
        {!createdBy.isYou && createdBy.name !== '' && (
          <span>{text('links.by', { name: createdBy.name })}</span>
        )}
      </span>
      <span className={styles['facts']}>
        {received !== undefined && <span>{text('links.handIns.files', received)}</span>}
        {(link.kind === 'download' || link.kind === 'edit') && (
          <span>
            {downloadsMax === null
              ? text('links.downloads', { count: downloads })
              : text('links.downloadsOf', { count: number(downloads), max: number(downloadsMax) })}
          </span>
        )}
        {bytesMax !== null && (
          <span>{text('links.bytesOf', { size: size(bytes), max: size(bytesMax) })}</span>
        )}
        <span>{text('links.visits', { count: visits })}</span>
        {lastVisitAt !== null && (
          <span>{text('links.lastVisit', { time: friendlyDate(lastVisitAt, today) })}</span>
        )}
      </span>
    </>
  );
}
