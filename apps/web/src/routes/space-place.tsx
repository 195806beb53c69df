import type { Person, Space } from '@coffer/contracts';
import { useState } from 'react';
import { ExportDialog } from '../features/download/index.ts';
import { SpaceTools } from '../features/spaces/index.ts';
import { lazy, Suspense } from '../ui/loading/lazy.tsx';

const RetentionDialog = lazy(async () => ({
  default: (await import('../features/retention/index.ts')).RetentionDialog,
}));

interface SpacePlaceProps {
  readonly space: Space;
  readonly person: Person;
  readonly onGone: () => void;
  readonly onRestored: (space: Space) => void;
}

/** Tools and dialogs of a team space, shown in addition to its files. */
export function SpacePlace({ space, person, ...leaving }: SpacePlaceProps) {
  const [isExporting, setExporting] = useState(false);
  const [isRetaining, setRetaining] = useState(false);
  return (
    <>
      <SpaceTools
        space={space}
        personId={person.id}
        {...leaving}
        onExport={() => setExporting(true)}
        onRetention={() => setRetaining(true)}
      />
      <Suspense fallback={null}>
        {isExporting && (
          <ExportDialog person={person} spaceId={space.id} onClose={() => setExporting(false)} />
        )}
        {isRetaining && (
          <RetentionDialog
            spaceId={space.id}
            name={space.name}
            side="member"
            onClose={() => setRetaining(false)}
          />
        )}
      </Suspense>
    </>
  );
}
