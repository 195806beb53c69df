import {
  CloudDownload,
  FileArchive,
  FileText,
  FolderPlus,
  FolderUp,
  LayoutTemplate,
  Upload,
} from 'lucide-react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { LazyMenu, type MenuSlot } from '../../../ui/overlays/index.ts';
import { useText as usePageText } from '../texts.ts';

/** The menu of items that can be created in a folder, or added to it. */
export function NewEntries(slot: MenuSlot) {
  const text = usePageText();
  const { mayImport } = useSpaceRights();
  return (
    <LazyMenu
      {...slot}
      entries={[
        { id: 'folder', label: text('browse.new.folder'), icon: FolderPlus, keys: 'N' },
        { id: 'text', label: text('browse.new.text'), icon: FileText },
        { id: 'markdown', label: text('browse.new.markdown'), icon: FileText },
        { id: 'template', label: text('browse.new.template'), icon: LayoutTemplate },
        { id: 'files', label: text('browse.uploadFiles'), icon: Upload, keys: 'U', startsGroup: true },
        { id: 'folders', label: text('browse.uploadFolder'), icon: FolderUp },
        { id: 'import', label: text('browse.import'), icon: FileArchive },
        ...(mayImport ? [{ id: 'bucket', label: text('browse.importBucket'), icon: CloudDownload }] : []),
      ]}
    />
  );
}
