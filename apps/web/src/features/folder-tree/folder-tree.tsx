import type { NodeId } from '@coffer/contracts';
import { ChevronRight, Folder } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { pathQuery } from '../../api/nodes.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './folder-tree.module.css';
import { useText } from './texts.ts';
import { treeMove } from './tree-keys.ts';
import { type Line, type TreeFolder, useFolders } from './use-folders.ts';

interface FolderTreeProps {
  readonly rootId: NodeId;
  readonly spaceName: string;
  /** The folder shown on the page. Undefined in the root. */
  readonly openId: NodeId | undefined;
  readonly hrefOf: (folderId: NodeId) => string;
}

const STEP_PX = 14;

/** @see https://www.w3.org/WAI/ARIA/apg/patterns/treeview/ */
export function FolderTree({ rootId, spaceName, openId, hrefOf }: FolderTreeProps) {
  const text = useText();
  const path = useQuery(pathQuery(openId ?? rootId), { isEnabled: openId !== undefined });
  const way = openId === undefined ? [] : (path.data?.items ?? []).filter(({ kind }) => kind === 'folder');
  const { lines, toggle } = useFolders(
    rootId,
    way.map(({ id }) => id),
  );
  const tree = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string>();
  const shownId = way.at(-1)?.id;
  const keys = lines.map(({ key }) => key);
  const tabStop = [focused, shownId, keys[0]].find((key) => key !== undefined && keys.includes(key));
  const focus = (key: string | undefined): void => {
    if (key === undefined) return;
    setFocused(key);
    tree.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  };
  useEffect(() => {
    const shown = shownId && tree.current?.querySelector(`[data-key="${CSS.escape(shownId)}"]`);
    if (shown) shown.scrollIntoView({ block: 'nearest' });
  }, [shownId]);
  useFocusAfter(keys, focused, focus);
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const move = treeMove(event, { lines, at: keys.indexOf(keyOf(event.target) ?? ''), isMirrored });
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (move.type === 'focus') focus(keys[move.to]);
    else if (move.type === 'toggle') toggle(move.folder.id, !move.folder.isExpanded);
    else open(move.line);
  };
  const open = (line: Line): void => {
    if (line.kind === 'folder') navigate(hrefOf(line.folder.id));
    else line.act();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of the items has the focus
    <div
      ref={tree}
      role="tree"
      aria-label={text('tree.label', { space: spaceName })}
      className={styles['tree']}
      onKeyDown={handleKey}
      onFocus={(event) => setFocused(keyOf(event.target))}
    >
      {lines.map((line) => {
        const item = { tabIndex: line.key === tabStop ? 0 : -1, 'data-key': line.key };
        return line.kind === 'folder' ? (
          <FolderItem
            key={line.key}
            {...item}
            folder={line.folder}
            isCurrent={line.key === shownId}
            href={hrefOf(line.folder.id)}
            onToggle={toggle}
          />
        ) : (
          <OtherItem key={line.key} {...item} line={line} />
        );
      })}
    </div>
  );
}

/** When the focused line goes, the line that took its place gets the focus. */
function useFocusAfter(
  keys: readonly string[],
  focused: string | undefined,
  focus: (key: string | undefined) => void,
): void {
  const before = useRef(keys);
  const follow = useEffectEvent(() => {
    const at = focused === undefined || keys.includes(focused) ? -1 : before.current.indexOf(focused);
    before.current = keys;
    if (at >= 0 && document.activeElement === document.body) focus(keys[Math.min(at, keys.length - 1)]);
  });
  useEffect(() => follow());
}

function keyOf(target: EventTarget): string | undefined {
  return target instanceof HTMLElement ? target.dataset['key'] : undefined;
}

interface ItemProps {
  readonly tabIndex: number;
  readonly 'data-key': string;
}

interface FolderItemProps extends ItemProps {
  readonly folder: TreeFolder;
  readonly isCurrent: boolean;
  readonly href: string;
  readonly onToggle: (folderId: NodeId, isExpanded: boolean) => void;
}

function FolderItem({ folder, isCurrent, href, onToggle, ...item }: FolderItemProps) {
  const { id, level, isExpanded, hasFolders } = folder;
  const isLeaf = hasFolders === false;
  const handleToggle = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    onToggle(id, !isExpanded);
  };
  return (
    <a
      {...item}
      data-drop-folder={id}
      data-drop-name={folder.name}
      role="treeitem"
      href={href}
      draggable={false}
      aria-level={level}
      aria-selected={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      aria-expanded={isLeaf ? undefined : isExpanded}
      aria-labelledby={`tree-${id}`}
      className={styles['item']}
      style={{ paddingInlineStart: level * STEP_PX }}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        navigate(href);
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- arrow keys do the same */}
      <span className={styles['twist']} data-twist data-leaf={isLeaf || undefined} onClick={handleToggle}>
        <Icon of={ChevronRight} size={16} isMirrored />
      </span>
      <Icon of={Folder} size={18} />
      <bdi id={`tree-${id}`} className={styles['name']} title={folder.name}>
        {folder.name}
      </bdi>
    </a>
  );
}

function OtherItem({
  line,
  tabIndex,
  ...item
}: ItemProps & { readonly line: Exclude<Line, { kind: 'folder' }> }) {
  const text = useText();
  const words = {
    more: text('tree.more'),
    loading: text('tree.loading'),
    failed: `${text('tree.failed')}. ${text('tree.retry')}`,
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys
    <div
      {...item}
      tabIndex={tabIndex}
      role="treeitem"
      aria-level={line.level}
      aria-selected={false}
      aria-busy={line.kind === 'loading' || undefined}
      className={styles['other']}
      style={{ paddingInlineStart: (line.level + 2) * STEP_PX }}
      onClick={line.act}
    >
      {words[line.kind]}
    </div>
  );
}
