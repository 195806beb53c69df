import { type Draft, type DraftKey, deleteEndedDrafts, readDraft } from '../../../../api/saving/drafts.ts';
import type { EditedNode } from '../../../../api/saving/save-version.ts';
import { getSessionStatus } from '../../../../api/session/session.ts';
import type { EditingCalls } from './editing-calls.ts';
import { type TextFile, textFileOf } from './text-file.ts';

export interface OpenedForEditing {
  readonly key: DraftKey;
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
  const key = { ownerId: ownerId ?? '', nodeId: edited.id };
  const file = textFileOf(node, shown);
  await deleteEndedDrafts(new Date());
  const draft = ownerId === null ? undefined : await readDraft(key);
  return { key, file, draft: draft?.text === file?.text ? undefined : draft };
}

async function findPersonId(): Promise<string | null> {
  const status = await getSessionStatus();
  return status.ok ? status.value.personId : null;
}

/** The version on which the draft is based. If it is not the newest, saving merges the draft. */
export function draftBase(file: TextFile, draft: Draft): TextFile {
  return { ...file, versionId: draft.baseVersion, text: draft.baseText };
}
