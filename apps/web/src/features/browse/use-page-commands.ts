import type { NodeId } from '@coffer/contracts';
import type { RefObject } from 'react';
import type { Listing, Sorting } from '../../api/nodes.ts';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import { useCommands } from '../../lib/keys/commands.ts';
import type { Preferences } from '../../lib/preferences.ts';
import { usePreferences } from '../../lib/hooks/use-preferences.ts';
import type { Details } from './details/use-details.tsx';
import type { Filter } from './filter/use-filter.tsx';
import type { PageDialogs } from './page-dialogs.tsx';
import type { Chooser, OnImport } from './toolbar/new-menu.tsx';
import { sortCommands } from './toolbar/sorting.ts';
import type { Shortcuts } from './use-row-actions.tsx';

interface PageCommands {
  readonly dialogs: PageDialogs;
  readonly chooser: RefObject<Chooser | null>;
  readonly filter: Filter;
  readonly details: Details;
  readonly listing: Listing;
  /** The parent folder. Undefined in the root. */
  readonly above: NodeId | undefined;
  readonly onGo: (nodeId: NodeId) => void;
  readonly onSort: (sorting: Sorting) => void;
  readonly onView: (view: Preferences['view']) => void;
  readonly onSelectAll: () => void;
  readonly onUndo: () => void;
  readonly onImport: OnImport;
}

/** The actions of the page, for the command palette and as single-letter shortcuts. */
export function usePageCommands({
  dialogs,
  chooser,
  filter,
  details,
  above,
  ...on
}: PageCommands): Shortcuts {
  const { view, hasLetterKeys } = usePreferences();
  const { mayAdd, mayImport } = useSpaceRights();
  const otherView = view === 'grid' ? 'list' : 'grid';
  const newFolder = (): void => dialogs.openNew('folder');
  const uploadFiles = (): void => chooser.current?.files();
  const changeView = (): void => on.onView(otherView);
  useCommands({
    ...(mayAdd && {
      newFolder,
      newText: () => dialogs.openNew('text'),
      newFromTemplate: dialogs.openTemplates,
      newMarkdown: () => dialogs.openNew('markdown'),
      uploadFiles,
      uploadFolder: () => chooser.current?.folder(),
      import: () => on.onImport('import'),
    }),
    ...(mayImport && { importBucket: () => on.onImport('bucket') }),
    ...(above !== undefined && { up: () => on.onGo(above) }),
    ...sortCommands(on.listing, on.onSort),
    filter: filter.open,
    [otherView]: changeView,
    selectAll: on.onSelectAll,
    undo: on.onUndo,
    details: details.toggle,
    help: dialogs.openHelp,
  });
  const letters: Readonly<Record<string, () => void>> = {
    ...(mayAdd && { n: newFolder, u: uploadFiles }),
    f: filter.open,
    v: changeView,
    i: details.toggle,
    '?': dialogs.openHelp,
  };
  return (letter) => (hasLetterKeys ? letters[letter] : undefined);
}
