import { type ReactNode, useState } from 'react';
import { openImport } from '../../features/transfer/index.ts';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const BucketImportDialog = lazy(async () => ({
  default: (await import('../../features/bucket-import/index.ts')).BucketImportDialog,
}));

interface Imports {
  readonly open: (from: 'import' | 'bucket') => void;
  readonly dialog: ReactNode;
}

/** Imports into a folder. The dialog of zip files is elsewhere, because they need the page while they run. */
export function useImports(target: Parameters<typeof openImport>[0]): Imports {
  const [isOpen, setOpen] = useState(false);
  return {
    open: (from) => (from === 'bucket' ? setOpen(true) : openImport(target)),
    dialog: isOpen && (
      <Suspense fallback={null}>
        <BucketImportDialog folderId={target.folderId} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
