import type { NodeId } from '@coffer/contracts';
import { getSessionStatus } from '../../../../api/session/session.ts';
import { readCurrentText } from '../../../../api/saving/save-version.ts';
import { type Draft, type DraftKey, readDraft } from './drafts.ts';
import { type TextFile, textFileOf } from './text-file.ts';

export interface OpenedForEditing {
  readonly key: DraftKey;
  /** Undefined when it is not text. */
  readonly file: TextFile | undefined;
  /** Of the same person, and different from the file. */
  readonly draft: Draft | undefined;
}

/** Throws when the file cannot be read. */
export async function openForEditing(nodeId: NodeId): Promise<OpenedForEditing> {
  const [{ node, shown }, status] = await Promise.all([readCurrentText(nodeId), getSessionStatus()]);
  const personId = status.ok ? status.value.personId : null;
  const key = { personId: personId ?? '', nodeId };
  const file = textFileOf(node, shown);
  const draft = personId === null ? undefined : await readDraft(key);
  return { key, file, draft: draft?.text === file?.text ? undefined : draft };
}

/** A draft of an older version is merged when it is saved. */
export function draftBase(file: TextFile, draft: Draft): TextFile {
  return { ...file, versionId: draft.baseVersion, text: draft.baseText };
}
