import type { SpaceId } from '@coffer/contracts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { spaceRequestsQuery } from '../../../api/sharing/access-requests.ts';
import { ButtonLink } from '../../../ui/controls/link.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import styles from './dialogs.module.css';
import { useText } from './texts.ts';

/** The open access requests, each with a link to its item, where it is answered. Renders nothing without requests. */
export function OpenRequests({ spaceId }: { readonly spaceId: SpaceId }) {
  const text = useText();
  const { data } = useQuery(spaceRequestsQuery(spaceId));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <ul aria-label={text('spaces.requests')} className={styles['list']}>
      {data.items.map(({ id, nodeId, name, person, role }) => (
        <li key={id} className={styles['row']}>
          <Avatar name={person.name} picture={person.picture} size="small" />
          <div className={styles['who']}>
            <bdi>{person.name}</bdi>
            <span className={styles['muted']}>{text(`spaces.requests.${role}`, { name })}</span>
          </div>
          <ButtonLink
            href={`/nodes/${nodeId}/access`}
            aria-label={text('spaces.requests.answer.to', { person: person.name, name })}
          >
            {text('spaces.requests.answer')}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
