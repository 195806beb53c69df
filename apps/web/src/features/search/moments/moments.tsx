import type { NodeView } from '@coffer/contracts';
import { CircleAlert, Clock, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import type { MomentsList } from '../../../api/stars/stars.ts';
import { useStars } from '../../../api/stars/use-stars.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageFrame } from '../../../ui/page/page-frame.tsx';
import { HitList, HitListWaiting, type HitPages } from '../list/hit-list.tsx';
import { StarButton } from './star-button.tsx';
import { useText } from './texts.ts';
import type { MomentHit } from './use-moment-pages.ts';

const ICONS = { recent: Clock, starred: Star };

interface MomentsProps {
  readonly list: MomentsList;
  readonly pages: HitPages<MomentHit>;
  readonly renderMark: (node: NodeView) => ReactNode;
  /** Opens the file over the list. */
  readonly onView: (hit: MomentHit) => void;
}

/** The page of recent or starred files. */
export function Moments(props: MomentsProps) {
  const text = useText();
  return (
    <PageFrame title={text(`moments.${props.list}`)}>
      <Body {...props} />
    </PageFrame>
  );
}

function Body({ list, pages, renderMark, onView }: MomentsProps) {
  const text = useText();
  const words = useErrorTexts();
  const stars = useStars();
  const { items, error, isWaiting, showMore } = pages;
  if (items.length === 0 && error !== undefined) {
    return (
      <EmptyState
        icon={CircleAlert}
        title={text('moments.failed')}
        text={words.ofError(error)}
        action={<Button onClick={pages.retry}>{text('moments.retry')}</Button>}
      />
    );
  }
  if (items.length === 0 && isWaiting) return <HitListWaiting label={text('moments.waiting')} />;
  if (items.length === 0 && showMore === undefined) {
    return (
      <EmptyState
        icon={ICONS[list]}
        title={text(`moments.${list}.empty`)}
        text={text(`moments.${list}.emptyText`)}
      />
    );
  }
  return (
    <HitList
      label={text(`moments.${list}List`)}
      waitingLabel={text('moments.waiting')}
      pages={pages}
      renderMark={renderMark}
      onView={onView}
      renderTool={({ node }) => <StarButton node={node} isStarred={stars.has(node.id)} />}
    />
  );
}
