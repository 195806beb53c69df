import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { Icon } from '../../ui/marks/icon.tsx';
import { ContextMenu } from '../../ui/overlays/context-menu.tsx';
import type { MenuEntry } from '../../ui/overlays/index.ts';
import styles from './navigation.module.css';
import { useText } from './texts.ts';

interface MorePlacesProps {
  readonly entries: readonly MenuEntry[];
  readonly isCurrent: boolean;
  readonly onAction: (id: string) => void;
}

/** On a phone, a menu of the places that do not fit into the row of tabs. */
export function MorePlaces({ entries, isCurrent, onAction }: MorePlacesProps) {
  const text = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<Element>();
  return (
    <li data-more="">
      <button
        ref={button}
        type="button"
        className={styles['place']}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => setAnchor(button.current ?? undefined)}
      >
        <Icon of={Ellipsis} />
        <span className={styles['label']}>{text('shell.more')}</span>
      </button>
      {anchor !== undefined && (
        <ContextMenu
          label={text('shell.more')}
          anchor={{ element: anchor }}
          entries={entries}
          onAction={onAction}
          onClose={() => {
            setAnchor(undefined);
            button.current?.focus();
          }}
        />
      )}
    </li>
  );
}
