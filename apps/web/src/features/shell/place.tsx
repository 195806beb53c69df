import type { Space } from '@coffer/contracts';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { usePreferences } from '../../lib/hooks/use-preferences.ts';
import { setPreferences } from '../../lib/preferences.ts';
import { Link } from '../../ui/controls/link.tsx';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import styles from './navigation.module.css';
import { useText } from './texts.ts';

export type RenderTree = (space: Pick<Space, 'id' | 'rootId' | 'name'>) => ReactNode;

interface PlaceProps {
  readonly href: string;
  readonly icon?: IconShape;
  /** Whether the icon has a direction, so that it is mirrored. */
  readonly isIconMirrored?: boolean;
  /** Replaces the icon. */
  readonly mark?: ReactNode;
  readonly label: string;
  readonly title?: string;
  readonly isCurrent: boolean;
  /** On a phone, the place is in the menu instead. */
  readonly isInMore?: boolean;
  /** Whether the place stands below the spaces. */
  readonly isAfter?: boolean;
  /** If given, rows of a list can be dropped on the place, and its folders can be shown below while it is open. */
  readonly folders?: Parameters<RenderTree>[0];
  readonly renderTree?: RenderTree;
}

export function Place({ href, icon, mark, label, title, isCurrent, folders, ...place }: PlaceProps) {
  const text = useText();
  const { hasTree } = usePreferences();
  const canShow = folders !== undefined && isCurrent;
  return (
    <li
      data-in-more={place.isInMore === true ? '' : undefined}
      className={classes(place.isAfter === true && styles['after'], canShow && styles['open'])}
    >
      <Link
        href={href}
        className={styles['place']}
        aria-current={isCurrent ? 'page' : undefined}
        data-drop-folder={folders?.rootId}
        data-drop-name={folders?.name}
        data-drop-space={folders?.id}
      >
        {icon === undefined ? mark : <Icon of={icon} isMirrored={place.isIconMirrored === true} />}
        <span className={styles['label']} dir="auto" title={title}>
          {label}
        </span>
      </Link>
      {canShow && (
        <>
          <button
            type="button"
            className={styles['twist']}
            aria-expanded={hasTree}
            aria-label={text('shell.folders')}
            onClick={() => setPreferences({ hasTree: !hasTree })}
          >
            <Icon of={ChevronRight} size={18} isMirrored />
          </button>
          {hasTree && <div className={styles['tree']}>{place.renderTree?.(folders)}</div>}
        </>
      )}
    </li>
  );
}
