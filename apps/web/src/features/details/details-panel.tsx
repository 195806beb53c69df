import type { NodeView } from '@coffer/contracts';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId } from 'react';
import { nodeQuery } from '../../api/nodes.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { usePreferences } from '../../lib/hooks/use-preferences.ts';
import { keyOf } from '../../lib/keys/key-of.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { EMPTY_RANGE_SET } from '../../lib/ranges/range-set.ts';
import { announce } from '../../ui/feedback/live-regions.ts';
import { Dialog } from '../../ui/overlays/index.ts';
import { type ActedOn, describe, type Pointed, type SelectedRows } from './describe.ts';
import styles from './details.module.css';
import { Failed, Waiting } from './panel-states.tsx';
import { NodeFacts, type NodeFactsProps } from './node-facts.tsx';
import { SelectionFacts } from './selection-facts.tsx';
import { useText } from './texts.ts';
import { useIsSettled } from './use-settled.ts';

interface DetailsPanelProps extends Omit<NodeFactsProps, 'node' | 'kind' | 'actions' | 'isSettled'>, Pointed {
  /** Whether the panel is next to the list; otherwise it lies over the page. */
  readonly isBeside: boolean;
  readonly kindOf: (node: NodeView) => string;
  /** Decorative. */
  readonly renderMark: (node: NodeView) => ReactNode;
  readonly renderActions: (on: ActedOn) => ReactNode;
  readonly onClose: () => void;
}

/** Details of the selection, or else of the focused item. */
export function DetailsPanel(props: DetailsPanelProps) {
  const described = describe(props);
  useOpeningSaid(props.isBeside);
  switch (described.kind) {
    case 'rows':
      return <SelectionPanel {...props} selected={described} />;
    case 'folder':
      return <FolderPanel {...props} />;
    case 'row':
      return <NodePanel {...props} node={described.node} chosen={described.chosen} />;
  }
}

/** Announces that the panel opened, because the focus stays in the list. */
function useOpeningSaid(isBeside: boolean): void {
  const text = useText();
  const say = useEffectEvent(() => {
    const isInList = document.activeElement?.closest('[role="grid"]') != null;
    if (isBeside && isInList) announce(text('details.opened'));
  });
  useEffect(() => say(), []);
}

function SelectionPanel({ selected, ...props }: DetailsPanelProps & { readonly selected: SelectedRows }) {
  const text = useText();
  return (
    <Frame {...props} title={text('details.selected', { count: selected.count })}>
      <SelectionFacts
        {...selected}
        actions={props.renderActions({ node: undefined, chosen: props.selection })}
      />
    </Frame>
  );
}

function FolderPanel(props: DetailsPanelProps) {
  const { folder } = props;
  const { data, failure, refetch } = useQuery(nodeQuery(folder.id));
  if (data === undefined && failure !== undefined) {
    return (
      <Frame {...props} title={folder.name}>
        <Failed failure={failure} onRetry={refetch} />
      </Frame>
    );
  }
  const node = data === undefined ? undefined : { ...data, name: folder.name };
  return <NodePanel {...props} node={node} chosen={EMPTY_RANGE_SET} />;
}

function NodePanel({ node, chosen, ...props }: DetailsPanelProps & ActedOn) {
  const text = useText();
  const isSettled = useIsSettled(node?.id);
  if (node === undefined) {
    return (
      <Frame {...props} title={text('details.title')}>
        <Waiting />
      </Frame>
    );
  }
  const kind = props.kindOf(node);
  return (
    <Frame {...props} title={node.name} subtitle={kind} mark={props.renderMark(node)}>
      <NodeFacts
        key={node.id}
        {...props}
        node={node}
        kind={kind}
        isSettled={isSettled}
        actions={props.renderActions({ node, chosen })}
      />
    </Frame>
  );
}

interface FrameProps extends Pick<DetailsPanelProps, 'isBeside' | 'onClose'> {
  readonly title: string;
  readonly subtitle?: string;
  readonly mark?: ReactNode;
  readonly children: ReactNode;
}

function Frame({ isBeside, title, subtitle, mark, children, onClose }: FrameProps) {
  const text = useText();
  const id = useId();
  const { hasLetterKeys } = usePreferences();
  if (!isBeside) {
    return (
      <Dialog isOpen title={title} closeLabel={text('details.close')} onClose={onClose}>
        <div className={styles['sheet']}>{children}</div>
      </Dialog>
    );
  }
  const handleKey = (event: KeyboardEvent): void => {
    // React also bubbles events of a dialog opened from here, although that is elsewhere in the DOM.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    const isHeld = event.ctrlKey || event.metaKey || event.altKey;
    const isTyped = event.target instanceof HTMLElement && event.target.matches('textarea');
    const isLetter = keyOf(event) === 'i' && hasLetterKeys && !isHeld && !isTyped;
    if (!isInside || event.defaultPrevented || !(event.key === 'Escape' || isLetter)) return;
    event.preventDefault();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the close button does the same as the keys
    <aside aria-labelledby={id} data-region="" className={styles['panel']} onKeyDown={handleKey}>
      <header className={styles['header']}>
        {mark}
        <div className={styles['heading']}>
          <h2 id={id} dir="auto" className={styles['title']}>
            <span className="visually-hidden">{text('details.title')}: </span>
            {title}
          </h2>
          {subtitle !== undefined && <p className={styles['subtitle']}>{subtitle}</p>}
        </div>
        <IconButton icon={X} size="small" label={text('details.close')} onClick={onClose} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section tabIndex={0} aria-labelledby={id} className={styles['body']}>
        {children}
      </section>
    </aside>
  );
}
