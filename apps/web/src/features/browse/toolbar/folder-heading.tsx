import type { NodeId } from '@coffer/contracts';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import styles from '../browse.module.css';
import type { PageDialogs } from '../page-dialogs.tsx';
import { type Chooser, NewMenu, type OnChosen, type OnImport } from './new-menu.tsx';
import { ShareFolder } from './share-folder.tsx';

interface FolderHeadingProps extends ComponentProps<typeof Breadcrumbs> {
  readonly folderId: NodeId;
  readonly isRoot: boolean;
  readonly tools?: ReactNode;
  readonly chooser: RefObject<Chooser | null>;
  readonly dialogs: PageDialogs;
  readonly onChosen: OnChosen;
  readonly onImport: OnImport;
}

/**
 * Shows the path of the folder and the actions on it. A root that was opened from another page is a folder of its
 * space.
 */
export function FolderHeading({ folderId, isRoot, tools, ...props }: FolderHeadingProps) {
  return (
    <header className={styles['header']}>
      <Breadcrumbs path={props.path} rootName={props.rootName} hrefOf={props.hrefOf} top={props.top} />
      <NewMenu
        tools={
          <>
            {tools}
            {(!isRoot || props.top !== undefined) && <ShareFolder folderId={folderId} />}
          </>
        }
        chooser={props.chooser}
        onNew={props.dialogs.openNew}
        onTemplates={props.dialogs.openTemplates}
        onFiles={props.onChosen}
        onImport={props.onImport}
      />
    </header>
  );
}
