import { isAtLeast, type SpaceRole } from '@coffer/contracts';
import { createContext, useContext } from 'react';

/** What the person's role in the open space allows. Only keeps menus short: the server decides. */
export interface SpaceRights {
  readonly mayAdd: boolean;
  /** A contributor sees only their own files, and may change those for a day. */
  readonly mayChange: boolean;
  /** Imports from a bucket, which adds versions to existing files. */
  readonly mayImport: boolean;
  /** Creates public links, and sees those of others. */
  readonly mayLink: boolean;
  /** Changes and revokes public links of others. */
  readonly mayManageLinks: boolean;
  readonly mayShare: boolean;
  /** Deletes permanently. */
  readonly mayPurge: boolean;
}

export function rightsOf(role: SpaceRole): SpaceRights {
  return {
    mayAdd: isAtLeast(role, 'contributor'),
    mayChange: role === 'contributor' || isAtLeast(role, 'editor'),
    mayImport: isAtLeast(role, 'editor'),
    mayLink: isAtLeast(role, 'editor'),
    mayManageLinks: isAtLeast(role, 'manager'),
    mayShare: isAtLeast(role, 'manager'),
    mayPurge: isAtLeast(role, 'manager'),
  };
}

const Rights = createContext<SpaceRights>(rightsOf('owner'));

export const SpaceRightsProvider = Rights;

export function useSpaceRights(): SpaceRights {
  return useContext(Rights);
}
