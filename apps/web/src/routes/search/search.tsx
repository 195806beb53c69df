import type { NodeView, SearchHit } from '@coffer/contracts';
import type { SignedIn } from '../../api/session/session.ts';
import { spacesQuery } from '../../api/spaces.ts';
import { tagsQuery } from '../../api/tags/tags.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import {
  parseSearch,
  Results,
  searchAddress,
  soughtWords,
  useSearchPages,
} from '../../features/search/page/index.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useSearch } from '../../lib/hooks/use-location.ts';
import { renderMark } from './marks.tsx';
import { openOverList } from '../preview-history.ts';
import { ViewedHit } from './viewed-hit.tsx';

/** Route `/search?q=`, with filters, and with `view` for a file over the results. */
export function SearchRoute({ session }: { readonly session: SignedIn }) {
  const address = parseSearch(useSearch());
  const pages = {
    name: useSearchPages(address, 'name'),
    content: useSearchPages(address, 'content'),
  };
  const { data } = useQuery(spacesQuery());
  const tags = useQuery(tagsQuery(undefined)).data?.items.map(({ name }) => name) ?? [];
  const spaces = data?.items.map(({ id, rootId, name }) => ({
    id,
    rootId,
    name: id === session.personalSpace.id ? undefined : name,
  }));
  return (
    <>
      <Results
        address={address}
        pages={pages}
        spaces={spaces ?? []}
        me={session.person.id}
        tags={[...new Set(tags)]}
        renderMark={renderMark}
        onChange={(changed) =>
          navigate(searchAddress({ ...changed, view: undefined }), { isReplacing: true })
        }
        onView={(hit) => openOverList(searchAddress({ ...address, view: hit.node.id }))}
      />
      {address.view !== undefined && (
        <ViewedHit
          nodes={viewedNodes([...pages.name.items, ...pages.content.items])}
          viewedId={address.view}
          findWords={soughtWords(address.q, snippetOf(pages.content.items, address.view))}
          addressOf={(view) => searchAddress({ ...address, view })}
        />
      )}
    </>
  );
}

/** A file that is in both lists counts once. */
function viewedNodes(hits: readonly SearchHit[]): readonly NodeView[] {
  const living = hits.filter(({ isTrashed }) => !isTrashed).map(({ node }) => node);
  return [...new Map(living.map((node) => [node.id, node])).values()];
}

function snippetOf(hits: readonly SearchHit[], viewed: NodeView['id']): SearchHit['snippet'] {
  return hits.find(({ node }) => node.id === viewed)?.snippet ?? null;
}
