import type { NodeView } from '@coffer/contracts';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useQueryCache } from '../api/calls/use-query.ts';
import { nodeQuery } from '../api/nodes.ts';
import type { SignedIn } from '../api/session/session.ts';
import { LatestActivity } from '../features/activity/index.ts';
import { NewInFolder, NodePicture } from '../features/browse/index.ts';
import { Home } from '../features/home/index.ts';
import { hitAddress } from '../features/search/index.ts';
import {
  loadTransferPages,
  onTransfersStart,
  startedTransfers,
  uploadFiles,
} from '../features/transfer/index.ts';
import { navigate } from '../lib/address/navigation.ts';
import { renderMark } from './search/marks.tsx';
import { useImports } from './transfer/use-imports.tsx';
import { lazy, Suspense } from '../ui/loading/lazy.tsx';

const RunningLine = lazy(async () => ({ default: (await loadTransferPages()).RunningLine }));

interface HomeRouteProps {
  readonly session: SignedIn;
}

export function HomeRoute({ session }: HomeRouteProps) {
  const { person, personalSpace } = session;
  return (
    <Home
      person={person}
      renderPicture={renderPicture}
      renderMark={renderMark}
      addressOf={hitAddress}
      action={<NewInFiles session={session} />}
      transfers={<Transfers />}
      activity={
        <LatestActivity
          personalSpaceId={personalSpace.id}
          personName={person.name === '' ? person.username : person.name}
        />
      }
    />
  );
}

function Transfers() {
  const transfers = useSyncExternalStore(onTransfersStart, startedTransfers);
  return <Suspense fallback={null}>{transfers !== undefined && <RunningLine />}</Suspense>;
}

/** Creates and uploads files in the person's own space, and then goes there. */
function NewInFiles({ session: { person, personalSpace } }: HomeRouteProps) {
  const cache = useQueryCache();
  const { id: spaceId, rootId } = personalSpace;
  const base = `/s/${spaceId}`;
  const imports = useImports({ personId: person.id, spaceId, folderId: rootId });
  const open = (node: NodeView, how: '#edit' | '#new'): void => {
    cache.setQueryData(nodeQuery(node.id).queryKey, node);
    navigate(`${base}/${node.id}/view${how}`);
  };
  return (
    <Suspense fallback={null}>
      <NewInFolder
        folderId={rootId}
        onMade={(folderId) => navigate(`${base}?select=${folderId}`)}
        onEdit={(node) => open(node, '#edit')}
        onNamed={(node) => open(node, '#new')}
        onImport={(from) => {
          imports.open(from);
          if (from === 'import') navigate(base);
        }}
        onChosen={(files, handles) => {
          void uploadFiles({ personId: person.id, folderId: rootId }, files, handles);
          navigate(base);
        }}
      />
      {imports.dialog}
    </Suspense>
  );
}

function renderPicture(node: NodeView): ReactNode {
  return <NodePicture node={node} />;
}
