import type { GroupReach } from '@coffer/contracts';
import styles from '../groups.module.css';
import { useText } from '../texts.ts';

/** Lists the spaces with the role and the shared items of the group in each. */
export function Places({ places }: Pick<GroupReach, 'places'>) {
  const text = useText();
  return (
    <ul aria-label={text('groups.reach')} className={styles['list']}>
      {places.map(({ spaceId, name, ownerName, role, shared }) => (
        <li key={spaceId} className={styles['row']}>
          <span className={styles['who']}>
            <bdi dir="auto">{ownerName === null ? name : text('groups.personal', { name: ownerName })}</bdi>
            {shared > 0 && (
              <span className={styles['muted']}>{text('groups.shared', { count: shared })}</span>
            )}
          </span>
          {role !== null && <span className={styles['muted']}>{text(`groups.role.${role}`)}</span>}
        </li>
      ))}
    </ul>
  );
}
