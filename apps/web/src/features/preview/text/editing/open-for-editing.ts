import {
  type Draft,
  type DraftKey,
  deleteDraft,
  deleteEndedDrafts,
  readDrafts,
  type StoredDraft,
} from '../../../../api/saving/drafts.ts';
import type { EditedNode } from '../../../../api/saving/save-version.ts';
import { getSessionStatus } from '../../../../api/session/session.ts';
import type { EditingCalls } from './editing-calls.ts';
import { type TextFile, textFileOf } from './text-file.ts';

export interface OpenedForEditing {
  /** Where this editor keeps its draft. Undefined if it is unknown who is editing. */
  readonly key: DraftKey | undefined;
  /** Undefined if the file cannot be edited as text. */
  readonly file: TextFile | undefined;
  /** Drafts of the same person or link that differ from the file, newest first. */
  readonly drafts: readonly StoredDraft[];
}

/** Reads the current text and its drafts. Throws if the file cannot be read. */
export async function openForEditing(
  { readCurrent, guest }: Pick<EditingCalls, 'guest' | 'readCurrent'>,
  edited: EditedNode,
): Promise<OpenedForEditing> {
  const [{ node, shown }, ownerId] = await Promise.all([
    readCurrent(edited),
    guest?.draftOwnerId ?? findPersonId(),
  ]);
  const file = textFileOf(node, shown);
  await deleteEndedDrafts(new Date());
  if (ownerId === null) return { key: undefined, file, drafts: [] };
  const key = { ownerId, nodeId: edited.id, editorId: crypto.randomUUID() };
  const found = await readDrafts(key);
  const isSaved = ({ draft }: StoredDraft): boolean => draft.text === file?.text;
  await Promise.all(found.filter(isSaved).map(async (saved) => await deleteDraft(saved.key)));
  return { key, file, drafts: found.filter((each) => !isSaved(each)) };
}

async function findPersonId(): Promise<string | null> {
  const status = await getSessionStatus();
  return status.ok ? status.value.personId : null;
}

/** The version on which the draft is based. If it is not the newest, saving merges the draft. */
export function draftBase(file: TextFile, draft: Draft): TextFile {
  return { ...file, versionId: draft.baseVersion, text: draft.baseText };
}
