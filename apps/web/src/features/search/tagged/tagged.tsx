import { nameKey, type NodeView, type Tag } from '@coffer/contracts';
import { CircleAlert, Tags } from 'lucide-react';
import type { ReactNode } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { hrefOfTag, tagsQuery } from '../../../api/tags/tags.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ColorDot } from '../../../ui/marks/color-dot.tsx';
import { PageFrame } from '../../../ui/page/page-frame.tsx';
import { HitList, HitListWaiting, type HitPages } from '../list/hit-list.tsx';
import type { MomentHit } from '../moments/use-moment-pages.ts';
import styles from './tagged.module.css';
import { useText } from './texts.ts';

interface TaggedProps {
  /** The name as written in the URL. */
  readonly name: string;
  readonly pages: HitPages<MomentHit>;
  readonly renderMark: (node: NodeView) => ReactNode;
  /** Opens the file over the list. */
  readonly onView: (hit: MomentHit) => void;
  readonly onManage: () => void;
}

/** Lists the items with a tag of this name, in all spaces. */
export function Tagged({ name, onManage, ...list }: TaggedProps) {
  const text = useText();
  const tags = useQuery(tagsQuery(undefined)).data?.items ?? [];
  const key = nameKey(name);
  // Several spaces may have a tag of the same name.
  const byKey = new Map(tags.map((tag) => [nameKey(tag.name), tag]));
  const written = byKey.get(key)?.name ?? name;
  return (
    <PageFrame
      title={written}
      action={
        <Button tone="quiet" icon={Tags} onClick={onManage}>
          {text('tagged.manage')}
        </Button>
      }
    >
      {byKey.size > 0 && <Others tags={[...byKey.values()]} current={key} />}
      <Body {...list} name={written} />
    </PageFrame>
  );
}

function Others({ tags, current }: { readonly tags: readonly Tag[]; readonly current: string }) {
  const text = useText();
  return (
    <nav aria-label={text('tagged.others')}>
      <ul className={styles['tags']}>
        {tags.map((tag) => (
          <li key={tag.id}>
            <Link
              href={hrefOfTag(tag.name)}
              className={styles['tag']}
              aria-current={nameKey(tag.name) === current ? 'page' : undefined}
            >
              <ColorDot color={tag.color} />
              <bdi>{tag.name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Body({ name, pages, renderMark, onView }: Omit<TaggedProps, 'onManage'>) {
  const text = useText();
  const words = useErrorTexts();
  const { items, error, isWaiting, showMore } = pages;
  if (items.length === 0 && error !== undefined) {
    return (
      <EmptyState
        icon={CircleAlert}
        title={text('tagged.failed')}
        text={words.ofError(error)}
        action={<Button onClick={pages.retry}>{text('tagged.retry')}</Button>}
      />
    );
  }
  if (items.length === 0 && isWaiting) return <HitListWaiting label={text('tagged.waiting')} />;
  if (items.length === 0 && showMore === undefined) {
    return <EmptyState icon={Tags} title={text('tagged.empty', { name })} text={text('tagged.emptyText')} />;
  }
  return (
    <HitList
      label={text('tagged.list', { name })}
      waitingLabel={text('tagged.waiting')}
      pages={pages}
      renderMark={renderMark}
      onView={onView}
    />
  );
}
