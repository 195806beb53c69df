import type { LocatedNode, NodeId } from '@coffer/contracts';
import { BellOff } from 'lucide-react';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import type { QueryCache } from '../../api/calls/query-cache.ts';
import { followedQuery, setFollow } from '../../api/follows/follows.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { Answered } from '../../ui/feedback/answered.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Card } from '../../ui/page/card.tsx';
import { focusHeadingIfLost } from '../../ui/page/focus-heading.ts';
import { List, ListItem, Muted, Words } from '../../ui/page/stack.tsx';
import { useText } from './texts.ts';

/** What the person follows. Stopping takes effect at once, with Undo. */
export function FollowedItems() {
  const text = useText();
  const answer = useQuery(followedQuery());
  return (
    <Card title={text('followed.title')} description={text('followed.text')}>
      <Answered
        answer={answer}
        loading={text('followed.loading')}
        failed={{
          title: text('followed.failed'),
          reason: errorTexts().ofFailure(answer.failure),
          retry: text('followed.retry'),
        }}
      >
        {({ items }) =>
          items.length === 0 ? (
            <Muted>{text('followed.none')}</Muted>
          ) : (
            <List label={text('followed.title')}>
              {items.map((item) => (
                <Item key={item.node.id} item={item} />
              ))}
            </List>
          )
        }
      </Answered>
    </Card>
  );
}

function Item({ item }: { readonly item: LocatedNode }) {
  const text = useText();
  const change = useChange();
  const { node, space, path } = item;
  const spaceName = space?.kind === 'team' ? space.name : text('followed.files');
  const name = node.parentId === null ? spaceName : node.name;
  const above = [...(space === null ? [] : [spaceName]), ...path.map((folder) => folder.name)];
  return (
    <ListItem>
      <Words>
        <Link href={`/shared/${node.id}${node.kind === 'file' ? '/view' : ''}`} dir="auto">
          {name}
        </Link>
        {node.parentId !== null && <Muted>{above.join(' › ')}</Muted>}
      </Words>
      <IconButton
        icon={BellOff}
        label={text('followed.stopOf', { name })}
        onClick={() => void change(node.id, name)}
      />
    </ListItem>
  );
}

function useChange(): (nodeId: NodeId, name: string) => Promise<void> {
  const text = useText();
  const cache = useQueryCache();
  const { run } = useMutation(save);
  const change = async (nodeId: NodeId, name: string, isFollowed: boolean): Promise<void> => {
    const { failure } = await run(cache, { nodeId, isFollowed });
    const words = errorTexts().ofFailure(failure);
    if (words !== undefined) showToast({ tone: 'danger', key: 'follow', text: words });
    else if (!isFollowed)
      showToast({
        tone: 'success',
        key: 'follow',
        text: text('followed.stopped', { name }),
        action: { label: text('followed.undo'), onPress: () => void change(nodeId, name, true) },
      });
    focusHeadingIfLost();
  };
  return async (nodeId, name) => await change(nodeId, name, false);
}

async function save(
  cache: QueryCache,
  { nodeId, isFollowed }: { readonly nodeId: NodeId; readonly isFollowed: boolean },
): Promise<void> {
  await setFollow(cache, nodeId, isFollowed);
}
