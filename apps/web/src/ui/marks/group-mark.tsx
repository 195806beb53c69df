import { UsersRound } from 'lucide-react';
import { Icon } from './icon.tsx';
import styles from './group-mark.module.css';

/** Stands where a person has a picture. Decorative: the name must be next to it. */
export function GroupMark() {
  return (
    <span className={styles['mark']}>
      <Icon of={UsersRound} size={18} />
    </span>
  );
}
