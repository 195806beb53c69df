import { useSyncExternalStore } from 'react';
import { askedNode, onAsking, openAsking } from '../api/sharing/asking.ts';
import { AskDialog } from '../features/browse/index.ts';
import { Suspense } from '../ui/loading/lazy.tsx';

/** A slot above all pages, because toasts that open this dialog outlive the page that showed them. */
export function AskingPlace() {
  const nodeId = useSyncExternalStore(onAsking, askedNode);
  return (
    nodeId !== undefined && (
      <Suspense fallback={null}>
        <AskDialog key={nodeId} nodeId={nodeId} onClose={() => openAsking(undefined)} />
      </Suspense>
    )
  );
}
