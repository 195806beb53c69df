import type { VersionId } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import { createContext, useContext } from 'react';
import type { ApiError } from '../../../../api/calls/error.ts';
import type { QueryCache } from '../../../../api/calls/query-cache.ts';
import type { ShownText } from '../../../../api/content.ts';
import { invalidateTree } from '../../../../api/nodes.ts';
import {
  type EditedNode,
  type SavedCopy,
  readCurrentText,
  saveCopy,
  saveVersion,
} from '../../../../api/saving/save-version.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export type TextSaved =
  | { readonly outcome: 'saved'; readonly node: EditedNode }
  /** `changed`: another version was saved in the meantime. `gone`: deleted, in the trash, or no longer shared. */
  | { readonly outcome: 'changed' | 'gone' }
  | { readonly outcome: 'failed'; readonly error: ApiError };

export interface CurrentText {
  readonly node: EditedNode;
  readonly shown: ShownText;
}

/** Calls that read and save texts. Guests of public links use different ones. */
export interface EditingCalls {
  readonly readCurrent: (node: EditedNode) => Promise<CurrentText>;
  readonly saveVersion: (next: {
    readonly node: EditedNode;
    readonly basedOn: VersionId;
    readonly bytes: Bytes;
  }) => Promise<TextSaved>;
  /** Undefined if the person cannot create another file. */
  readonly saveCopy: ((node: EditedNode, bytes: Bytes) => Promise<Result<SavedCopy, ApiError>>) | undefined;
  readonly refresh: (cache: QueryCache) => Promise<void>;
  /** Undefined for a person who is signed in. */
  readonly guest?: {
    readonly draftOwnerId: string;
    readonly draftsUntil: Date;
    /** Sends the password of the link. Throws if it is refused. */
    readonly unlock: (password: string) => Promise<void>;
  };
}

const Calls = createContext<EditingCalls>({
  readCurrent: async ({ id }) => await readCurrentText(id),
  saveVersion: async ({ node: { id: nodeId }, ...next }) => await saveVersion({ ...next, nodeId }),
  saveCopy,
  refresh: invalidateTree,
});

export const EditingCallsProvider = Calls;

export function useEditingCalls(): EditingCalls {
  return useContext(Calls);
}
