import { type Draft, type DraftKey, deleteEndedDrafts, readDraft } from '../../../../api/saving/drafts.ts';
import type { EditedNode } from '../../../../api/saving/save-version.ts';
import { getSessionStatus } from '../../../../api/session/session.ts';
import type { EditingCalls } from './editing-calls.ts';
import { type TextFile, textFileOf } from './text-file.ts';

export interface OpenedForEditing {
  readonly key: DraftKey;
  /** Undefined when it is not text. */
  readonly file: TextFile | undefined;
  /** Of the same person or link, and different from the file. */
  readonly draft: Draft | undefined;
}

/** Throws when the file cannot be read. */
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

/** A draft of an older version is merged when it is saved. */
export function draftBase(file: TextFile, draft: Draft): TextFile {
  return { ...file, versionId: draft.baseVersion, text: draft.baseText };
}
