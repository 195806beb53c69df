import type { NodeView } from '@coffer/contracts';
import { useRef, useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import type { Version } from '../../../api/versions.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { List, Muted, Row, Stack } from '../../../ui/page/stack.tsx';
import { isComparable } from './compare/comparable.ts';
import { DamageBanner } from './damage-banner.tsx';
import { useText } from './texts.ts';
import { useFocusAfterAll, useVersionList, type ShownVersions } from './use-version-list.ts';
import { restoreOlder } from './version-actions.ts';
import { VersionItem } from './version-item.tsx';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const CompareVersions = lazy(async () => ({
  default: (await import('./compare/compare-versions.tsx')).CompareVersions,
}));

interface VersionsDialogProps {
  readonly node: NodeView;
  readonly onClose: () => void;
}

export function VersionsDialog({ node, onClose }: VersionsDialogProps) {
  const text = useText();
  const [compared, setCompared] = useState<Compared>();
  const [lastId, setLastId] = useState<string>();
  const versions = useVersionList(node);
  const leave = (): void => {
    setLastId(compared?.older.id);
    setCompared(undefined);
  };
  return (
    <Dialog
      isOpen
      size={compared === undefined ? 'medium' : 'full'}
      title={text('browse.versions.title', { name: node.name })}
      closeLabel={text('browse.versions.close')}
      onClose={onClose}
    >
      {compared === undefined ? (
        <Versions
          node={node}
          versions={versions}
          comparedId={lastId}
          onClose={onClose}
          onCompare={setCompared}
        />
      ) : (
        <Suspense fallback={<Skeleton height="48px" />}>
          <CompareVersions node={node} {...compared} onBack={leave} />
        </Suspense>
      )}
    </Dialog>
  );
}

interface Compared {
  readonly older: Version;
  readonly newer: Version;
}

interface VersionsProps extends VersionsDialogProps {
  readonly versions: ShownVersions;
  /** The version whose button takes the focus back. */
  readonly comparedId: string | undefined;
  readonly onCompare: (compared: Compared) => void;
}

function Versions({ node, versions, comparedId, onClose, onCompare }: VersionsProps) {
  const text = useText();
  const cache = useQueryCache();
  const { ofFailure } = useErrorTexts();
  const { data, failure, intact, isLoadingMore, showMore, refetch } = versions;
  const list = useRef<HTMLDivElement>(null);
  const [busyId, setBusyId] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  useFocusAfterAll(list, showMore !== undefined);
  if (data === undefined && failure === undefined) {
    return (
      <output aria-label={text('browse.versions.loading')}>
        <Skeleton height="48px" />
      </output>
    );
  }
  if (data === undefined) {
    return (
      <Stack>
        <Refusal words={ofFailure(failure)} />
        <Row>
          <Button onClick={() => void refetch()}>{text('browse.versions.retry')}</Button>
        </Row>
      </Stack>
    );
  }
  const current = data.items.find(({ isCurrent }) => isCurrent);
  const handleRestore = async (version: Version): Promise<void> => {
    if (busyId !== undefined) return;
    setBusyId(version.id);
    const words = await restoreOlder(cache, { node, version, current });
    setBusyId(undefined);
    setRefusal(words);
    if (words === undefined) onClose();
  };
  const canCompare = isComparable(node) && current !== undefined && current.damage !== 'missing';
  const shared = {
    node,
    busyId,
    isOnHold: data.isOnHold,
    onRestore: (version: Version) => void handleRestore(version),
    onDeleted: () => list.current?.querySelector('button')?.focus(),
    onCompare: canCompare ? (older: Version) => onCompare({ older, newer: current }) : undefined,
  };
  return (
    <Stack>
      {current !== undefined && current.damage !== null && intact !== 'sought' && (
        <DamageBanner {...shared} current={current} whole={intact} />
      )}
      <Refusal words={refusal} />
      <Muted>
        {data.isOnHold
          ? text('browse.versions.held')
          : text('browse.versions.kept', { versions: data.kept.count, days: data.kept.days })}
      </Muted>
      <div ref={list} tabIndex={-1}>
        <List label={text('browse.versions.list')}>
          {data.items.map((version) => (
            <VersionItem
              key={version.id}
              {...shared}
              version={version}
              isReturnedTo={version.id === comparedId}
            />
          ))}
        </List>
      </div>
      {failure !== undefined && <Refusal words={ofFailure(failure)} />}
      {showMore !== undefined && (
        <Row>
          <Button isBusy={isLoadingMore} onClick={failure === undefined ? showMore : () => void refetch()}>
            {text(failure === undefined ? 'browse.versions.more' : 'browse.versions.retry')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
