import {
  type Draft,
  type DraftKey,
  deleteDraft,
  deleteEndedDrafts,
  readDraft,
} from '../../../../api/saving/drafts.ts';
import type { EditedNode } from '../../../../api/saving/save-version.ts';
import { getSessionStatus } from '../../../../api/session/session.ts';
import type { EditingCalls } from './editing-calls.ts';
import { type TextFile, textFileOf } from './text-file.ts';

export interface OpenedForEditing {
  /** Undefined if it is unknown who is editing. */
  readonly key: DraftKey | undefined;
  /** Undefined if the file cannot be edited as text. */
  readonly file: TextFile | undefined;
  /** A draft of the same person or link. Undefined if there is none, or it equals the file. */
  readonly draft: Draft | undefined;
}

/** Reads the current text and its draft. Throws if the file cannot be read. */
export async function openForEditing(
  { readCurrent, guest }: Pick<EditingCalls, 'guest' | 'readCurrent'>,
  edited: EditedNode,
): Promise<OpenedForEditing> {
  const [{ node, shown }, ownerId] = await Promise.all([
    readCurrent(edited),
    guest?.draftOwnerId ?? findPersonId(),
  ]);
  const key = ownerId === null ? undefined : { ownerId, nodeId: edited.id };
  const file = textFileOf(node, shown);
  await deleteEndedDrafts(new Date());
  const draft = key === undefined ? undefined : await readDraft(key);
  if (key === undefined || draft?.text !== file?.text) return { key, file, draft };
  if (draft !== undefined) await deleteDraft(key, draft.savedAt);
  return { key, file, draft: undefined };
}

async function findPersonId(): Promise<string | null> {
  const status = await getSessionStatus();
  return status.ok ? status.value.personId : null;
}

/** The version on which the draft is based. If it is not the newest, saving merges the draft. */
export function draftBase(file: TextFile, draft: Draft): TextFile {
  return { ...file, versionId: draft.baseVersion, text: draft.baseText };
}
