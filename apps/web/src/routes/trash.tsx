import { isSpaceId } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';
import type { SignedIn } from '../api/session/session.ts';
import { spacesQuery } from '../api/spaces.ts';
import { rightsOf, SpaceRightsProvider } from '../api/spaces/space-rights.ts';
import { renewTrashedContent, trashedContentQuery } from '../api/trash/trashed-content.ts';
import { useQuery } from '../api/calls/use-query.ts';
import { FolderDialog, fileKindOf, KindMark, RestoreConflicts } from '../features/browse/index.ts';
import { startedTransfers } from '../features/transfer/index.ts';
import { Trash } from '../features/trash/index.ts';
import { lazy, Suspense } from '../ui/loading/lazy.tsx';
import { LookOnlyPreview } from './loading/look-only-preview.tsx';
import { Redirect } from './redirect.tsx';
import { NotFound } from './status/not-found.tsx';

const CALLS = { query: trashedContentQuery, renew: renewTrashedContent, freshMs: 4 * MINUTE_MS };

const RetentionDialog = lazy(async () => ({
  default: (await import('../features/retention/index.ts')).RetentionDialog,
}));

interface TrashRouteProps {
  readonly session: SignedIn;
  readonly space: string | undefined;
}

export function TrashRoute({ session, space }: TrashRouteProps) {
  const { personalSpace } = session;
  const { data } = useQuery(spacesQuery());
  const spaceId = space ?? personalSpace.id;
  const others =
    data?.items.filter(({ id, role }) => id !== personalSpace.id && rightsOf(role).mayChange) ?? [];
  const isKnown = spaceId === personalSpace.id || others.some(({ id }) => id === spaceId);
  // The navigation leads here from every open space, also from one whose trash the person cannot see.
  if (!isKnown && data?.items.some(({ id }) => id === spaceId) === true) return <Redirect to="/trash" />;
  if (!isSpaceId(spaceId) || (data !== undefined && !isKnown)) return <NotFound />;
  const own = data?.items.find(({ id }) => id === personalSpace.id);
  const role = spaceId === personalSpace.id ? 'owner' : others.find(({ id }) => id === spaceId)?.role;
  return (
    <SpaceRightsProvider value={rightsOf(role ?? 'viewer')}>
      <Trash
        key={spaceId}
        spaceId={spaceId}
        spaces={[
          {
            id: personalSpace.id,
            name: undefined,
            href: '/trash',
            rootId: personalSpace.rootId,
            isOnHold: own?.isOnHold === true,
          },
          ...others.map(({ id, name, rootId, isOnHold }) => ({
            id,
            name,
            rootId,
            isOnHold,
            href: `/trash/${id}`,
          })),
        ]}
        renderMark={(node) => <KindMark kind={fileKindOf(node)} />}
        renderFolderPicker={({ root, ...slot }) => (
          <FolderDialog mode="restore" start={root} rootName={root.name} {...slot} />
        )}
        renderConflicts={(slot) => <RestoreConflicts {...slot} />}
        renderPreview={(viewing) => <LookOnlyPreview viewing={viewing} calls={CALLS} />}
        renderRetention={(onClose) => (
          <Suspense fallback={null}>
            <RetentionDialog
              spaceId={spaceId}
              name={others.find(({ id }) => id === spaceId)?.name}
              side="member"
              onClose={onClose}
            />
          </Suspense>
        )}
        onRoomFreed={retryUploadsWithoutRoom}
      />
    </SpaceRightsProvider>
  );
}

function retryUploadsWithoutRoom(): void {
  const transfers = startedTransfers();
  const waiting = transfers?.failed().filter(({ failure }) => failure?.code === 'quota_exceeded');
  for (const { id } of waiting ?? []) transfers?.retry(id);
}
