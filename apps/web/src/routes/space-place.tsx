import type { Person, Space } from '@coffer/contracts';
import { useState } from 'react';
import { ExportDialog } from '../features/download/index.ts';
import { SpaceTools } from '../features/spaces/index.ts';
import { Suspense } from '../ui/loading/lazy.tsx';

interface SpacePlaceProps {
  readonly space: Space;
  readonly person: Person;
  readonly onGone: () => void;
  readonly onRestored: (space: Space) => void;
}

/** Tools and dialogs of a team space, shown in addition to its files. */
export function SpacePlace({ space, person, ...leaving }: SpacePlaceProps) {
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <SpaceTools space={space} personId={person.id} {...leaving} onExport={() => setExporting(true)} />
      <Suspense fallback={null}>
        {isExporting && (
          <ExportDialog person={person} spaceId={space.id} onClose={() => setExporting(false)} />
        )}
      </Suspense>
    </>
  );
}
