import type { NodeId, NodePath } from '@coffer/contracts';
import { ChevronRight, Ellipsis } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { navigate } from '../../lib/address/navigation.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { MenuButton } from '../../ui/overlays/index.ts';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import styles from './breadcrumbs.module.css';
import { useText } from './texts.ts';

interface BreadcrumbsProps {
  readonly path: NodePath | undefined;
  /** Undefined in the personal space, whose root is called "Files". */
  readonly rootName: string | undefined;
  readonly hrefOf: (nodeId: NodeId) => string;
  /** The page from which the root was opened, unless that is a space. */
  readonly top?: Omit<Crumb, 'id'> | undefined;
}

interface Crumb {
  /** Defined for a folder. */
  readonly id?: NodeId;
  readonly name: string;
  readonly href: string;
}

export function Breadcrumbs({ path, rootName, hrefOf, top: page }: BreadcrumbsProps) {
  const text = useText();
  const top = rootName ?? text('browse.files');
  const folders = (path?.items ?? []).map(({ id, name }, index) => ({
    id,
    name: index === 0 ? top : name,
    href: hrefOf(id),
  }));
  const items: readonly Crumb[] = page === undefined ? folders : [page, ...folders];
  const here = folders.at(-1);
  const bar = useRef<HTMLDivElement>(null);
  const above = items.slice(0, -1);
  const hiddenCount = useHiddenCrumbs(bar, items);
  const hidden = above.slice(1, 1 + hiddenCount);
  const linkOf = (crumb: Crumb) => (
    <li key={crumb.href}>
      <Link
        href={crumb.href}
        dir="auto"
        {...(crumb.id !== undefined && { 'data-drop-folder': crumb.id, 'data-drop-name': crumb.name })}
      >
        {crumb.name}
      </Link>
      <Icon of={ChevronRight} size={16} isMirrored />
    </li>
  );
  return (
    <div ref={bar} className={styles['crumbs']}>
      {items.length > 1 && (
        <nav aria-label={text('browse.path')} className={styles['above']}>
          <ol>
            {above.slice(0, 1).map(linkOf)}
            {hidden.length > 0 && (
              <li>
                <MenuButton
                  icon={Ellipsis}
                  label={text('browse.path.hidden')}
                  entries={hidden.map(({ href, name }) => ({ id: href, label: name }))}
                  onAction={(href) => navigate(href)}
                />
                <Icon of={ChevronRight} size={16} isMirrored />
              </li>
            )}
            {above.slice(1 + hiddenCount).map(linkOf)}
          </ol>
        </nav>
      )}
      <PageHeading title={here?.name ?? top} pageKey={here?.id ?? ''}>
        <span dir="auto">{here?.name ?? top}</span>
      </PageHeading>
    </div>
  );
}

const MENU_PX = 64;
const HEADING_PX = 12;

/** Counts the folders that must be hidden. The first and last folder and the heading always stay visible. */
function useHiddenCrumbs(bar: RefObject<HTMLElement | null>, items: readonly Crumb[]): number {
  const names = items.map(({ name }) => name).join('/');
  const [hidden, setHidden] = useState({ names, count: 0 });
  useEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    // Measures everything and then renders what fits, before the browser paints.
    const observer = new ResizeObserver(() => {
      flushSync(() => setHidden({ names, count: 0 }));
      const count = countHidden(widthsOf(element), element.clientWidth);
      if (count > 0) flushSync(() => setHidden({ names, count }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar, names]);
  return hidden.names === names ? hidden.count : 0;
}

/** Widths of the parent folders in order, followed by that of the heading. */
function widthsOf(bar: HTMLElement): readonly number[] {
  const heading = bar.querySelector<HTMLElement>('h1 > span');
  const range = document.createRange();
  if (heading !== null) range.selectNodeContents(heading);
  return [
    ...Array.from(bar.querySelectorAll<HTMLElement>('li'), (crumb) => crumb.offsetWidth),
    range.getBoundingClientRect().width + HEADING_PX,
  ];
}

function countHidden(widths: readonly number[], room: number): number {
  const middle = widths.slice(1, -2);
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  if (excess <= 0) return 0;
  excess += MENU_PX;
  let count = 0;
  for (const width of middle) {
    if (excess <= 0) break;
    excess -= width;
    count += 1;
  }
  return count;
}
