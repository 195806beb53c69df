import type { Result } from '@coffer/kit';
import type { ApiError } from '../../../../api/calls/error.ts';
import type { Draft } from '../../../../api/saving/drafts.ts';
import type { EditedNode, SavedCopy } from '../../../../api/saving/save-version.ts';
import type { CurrentText, TextSaved } from './editing-calls.ts';
import { bytesAsUtf8, bytesOf, type TextFile, textFileOf, type TextFormat } from './text-file.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface Conflict {
  readonly mine: string;
  readonly base: string;
  readonly node: EditedNode;
  /** Undefined if the other version cannot be edited as text. */
  readonly theirs: TextFile | undefined;
}

/** What a copy that could not be saved was made for. */
interface FailedCopy {
  readonly conflict: Conflict | undefined;
}

export type EditingStatus =
  | { readonly kind: 'unchanged' | 'changed' | 'saving' | 'unencodable' | 'gone' }
  | { readonly kind: 'saved'; readonly at: Date }
  | { readonly kind: 'copied'; readonly copy: Pick<SavedCopy, 'name' | 'isInOwnFiles'> }
  | { readonly kind: 'failed'; readonly error: ApiError; readonly failedCopy?: FailedCopy }
  | { readonly kind: 'conflict'; readonly conflict: Conflict };

export function isUnsaved({ kind }: EditingStatus): boolean {
  return kind !== 'unchanged' && kind !== 'saved' && kind !== 'copied';
}

export interface EditingPorts {
  readonly saveVersion: (basedOn: TextFile['versionId'], bytes: Bytes) => Promise<TextSaved>;
  readonly saveCopy: (node: EditedNode, bytes: Bytes) => Promise<Result<SavedCopy, ApiError>>;
  readonly readCurrent: () => Promise<CurrentText | ApiError>;
  /** Resolves to false if the browser could not store the draft. */
  readonly writeDraft: (draft: Draft) => Promise<boolean>;
  readonly deleteDraft: () => Promise<void>;
  readonly now: () => Date;
}

/** Reads and replaces the text in the editor. */
export interface EditedText {
  readonly get: () => string;
  readonly set: (text: string) => void;
}

export interface EditingSession {
  readonly getStatus: () => EditingStatus;
  readonly subscribe: (listener: () => void) => () => void;
  readonly isDirty: () => boolean;
  /** Whether this browser could store the last draft. */
  readonly isKept: () => boolean;
  readonly attach: (edited: EditedText) => void;
  readonly changed: () => void;
  /** Resolves to true if the whole text is saved, with nothing typed in the meantime. In a conflict, does nothing. */
  readonly save: () => Promise<boolean>;
  /** Repeats what has failed. */
  readonly retry: () => Promise<boolean>;
  readonly saveAsUtf8: () => Promise<boolean>;
  readonly saveCopy: () => Promise<boolean>;
  /** Resolves a conflict with this text. The other person's version stays in the version history. */
  readonly keep: (text: string) => Promise<boolean>;
  /** Resolves a conflict with the other person's text. Saves this person's text first, as the previous version. */
  readonly takeTheirs: () => Promise<boolean>;
  readonly discard: () => Promise<void>;
  /** The current text in the editor. */
  readonly getText: () => string;
  /** Writes the draft at once, or deletes it if the text is unchanged. */
  readonly flush: () => void;
  /** Stops writing drafts. */
  readonly forget: () => void;
}

const DRAFT_AFTER_MS = 400;

/** One file that is being edited, from opening to leaving. `restored` is the draft that it continues. */
export function createEditingSession(file: TextFile, ports: EditingPorts, restored?: Draft): EditingSession {
  return new Session(file, ports, restored);
}

class Session implements EditingSession {
  readonly #ports: EditingPorts;
  readonly #listeners = new Set<() => void>();
  #base: TextFile;
  #edited: EditedText;
  #status: EditingStatus = { kind: 'unchanged' };
  #lastSent: string | undefined;
  /** The draft that this session has written or restored. */
  #draft: Pick<Draft, 'text'> | undefined;
  #isKept = true;
  /** Set while this person's text is saved in order to take the other person's. */
  #taking: Pick<Conflict, 'mine' | 'theirs'> | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #isForgotten = false;

  constructor(file: TextFile, ports: EditingPorts, restored: Draft | undefined) {
    this.#base = file;
    this.#ports = ports;
    this.#draft = restored;
    this.#edited = { get: () => file.text, set: () => undefined };
  }

  getStatus = (): EditingStatus => this.#status;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getText = (): string => this.#edited.get();

  isKept = (): boolean => this.#isKept;

  isDirty = (): boolean => this.#edited.get() !== this.#base.text;

  attach = (edited: EditedText): void => {
    this.#edited = edited;
    if (this.isDirty()) this.#show({ kind: 'changed' });
  };

  changed = (): void => {
    const { kind } = this.#status;
    // Does not compare the texts: for a long text, that would be slow on every key press.
    if (kind !== 'changed' && kind !== 'saving' && kind !== 'conflict' && kind !== 'gone') {
      this.#show({ kind: 'changed' });
    }
    this.#draftTimer ??= setTimeout(this.flush, DRAFT_AFTER_MS);
  };

  save = async (): Promise<boolean> => {
    if (this.#status.kind === 'conflict') return false;
    if (!this.#isNothingToSave()) return await this.#save();
    if (this.#status.kind === 'changed') this.#show({ kind: 'unchanged' });
    return true;
  };

  retry = async (): Promise<boolean> => {
    const isCopy = this.#status.kind === 'failed' && this.#status.failedCopy !== undefined;
    return isCopy ? await this.saveCopy() : await this.save();
  };

  saveAsUtf8 = async (): Promise<boolean> => {
    const text = this.#edited.get();
    const format = { ...this.#base.format, encoding: 'utf-8' } as const;
    return await this.#send(text, bytesAsUtf8(text, format), format);
  };

  saveCopy = async (): Promise<boolean> => {
    const text = this.#edited.get();
    const { node, format } = this.#base;
    const conflict = conflictOf(this.#status);
    this.#taking = undefined;
    this.#show({ kind: 'saving' });
    const saved = await this.#ports.saveCopy(node, bytesOf(text, format) ?? bytesAsUtf8(text, format));
    if (!saved.ok) {
      this.#show({ kind: 'failed', error: saved.error, failedCopy: { conflict } });
      return false;
    }
    await this.#dropDraft();
    // Text typed while the copy was being saved would be lost.
    if (this.#edited.get() !== text) {
      this.#show({ kind: 'changed' });
      return false;
    }
    this.#base = conflict?.theirs ?? { ...this.#base, text };
    this.#edited.set(this.#base.text);
    this.#lastSent = undefined;
    this.#show({ kind: 'copied', copy: saved.value });
    return true;
  };

  keep = async (text: string): Promise<boolean> => {
    if (this.#status.kind !== 'conflict') return false;
    this.#taking = undefined;
    return await this.#resolve(this.#status.conflict, text);
  };

  takeTheirs = async (): Promise<boolean> => {
    if (this.#status.kind !== 'conflict') return false;
    const { conflict } = this.#status;
    if (conflict.theirs === undefined) return false;
    this.#taking = conflict;
    return await this.#resolve(conflict, conflict.mine);
  };

  discard = async (): Promise<void> => {
    this.forget();
    await this.#deleteDraft();
  };

  flush = (): void => {
    clearTimeout(this.#draftTimer);
    this.#draftTimer = undefined;
    if (this.#isForgotten) return;
    const { text: baseText, versionId: baseVersion } = this.#base;
    const text = this.#edited.get();
    if (text === baseText) {
      if (this.#status.kind === 'changed') this.#show({ kind: 'unchanged' });
      void this.#deleteDraft();
    } else if (text !== this.#draft?.text) {
      void this.#writeDraft({ text, baseText, baseVersion, savedAt: this.#ports.now() });
    }
  };

  forget = (): void => {
    this.#isForgotten = true;
    clearTimeout(this.#draftTimer);
  };

  /** After a failed save, the file may hold the text that was sent. */
  #isNothingToSave(): boolean {
    const { text } = this.#base;
    return this.#edited.get() === text && (this.#lastSent ?? text) === text;
  }

  async #save(): Promise<boolean> {
    const text = this.#edited.get();
    const bytes = bytesOf(text, this.#base.format);
    if (bytes !== undefined) return await this.#send(text, bytes, this.#base.format);
    this.#show({ kind: 'unencodable' });
    return false;
  }

  async #resolve({ node, theirs }: Conflict, text: string): Promise<boolean> {
    if (node.versionId === null) return false;
    this.#base = theirs ?? { ...this.#base, node, versionId: node.versionId };
    this.#edited.set(text);
    return await this.#save();
  }

  async #send(text: string, bytes: Bytes, format: TextFormat): Promise<boolean> {
    if (this.#status.kind === 'saving') return false;
    this.#show({ kind: 'saving' });
    const saved = await this.#ports.saveVersion(this.#base.versionId, bytes);
    const before = this.#lastSent;
    this.#lastSent = text;
    switch (saved.outcome) {
      case 'saved':
        return await this.#saved(saved.node, text, format);
      case 'failed':
        this.#show({ kind: 'failed', error: saved.error });
        return false;
      case 'gone':
        this.#show({ kind: 'gone' });
        return false;
      case 'changed':
        return await this.#othersSaved({ text, bytes, format, before });
    }
  }

  async #saved(node: EditedNode, text: string, format: TextFormat): Promise<boolean> {
    this.#base = { node, versionId: node.versionId ?? this.#base.versionId, text, format, isExact: true };
    const isAll = !this.isDirty();
    this.#show(isAll ? { kind: 'saved', at: this.#ports.now() } : { kind: 'changed' });
    if (isAll) await this.#dropDraft();
    else this.flush();
    const taking = this.#taking;
    this.#taking = undefined;
    // Who types on after choosing the other text keeps what was typed.
    if (!isAll || taking?.theirs === undefined || taking.mine !== text) return isAll;
    this.#base = { ...this.#base, format: taking.theirs.format };
    this.#edited.set(taking.theirs.text);
    return await this.#save();
  }

  async #othersSaved(sent: {
    readonly text: string;
    readonly bytes: Bytes;
    readonly format: TextFormat;
    readonly before: string | undefined;
  }): Promise<boolean> {
    const current = await this.#ports.readCurrent();
    if ('code' in current) {
      this.#show({ kind: 'failed', error: current });
      return false;
    }
    const theirs = textFileOf(current.node, current.shown);
    const { text: mine, format } = sent;
    if (theirs !== undefined && theirs.text === mine) return await this.#saved(theirs.node, mine, format);
    // The stored text is what an earlier attempt sent (its response was lost), or what editing began with.
    if (theirs !== undefined && (theirs.text === sent.before || theirs.text === this.#base.text)) {
      this.#base = theirs;
      this.#show({ kind: 'changed' });
      return await this.#send(mine, sent.bytes, format);
    }
    this.flush();
    this.#show({
      kind: 'conflict',
      conflict: { mine, base: this.#base.text, node: current.node, theirs },
    });
    return false;
  }

  async #dropDraft(): Promise<void> {
    clearTimeout(this.#draftTimer);
    this.#draftTimer = undefined;
    await this.#deleteDraft();
  }

  async #writeDraft(draft: Draft): Promise<void> {
    this.#draft = draft;
    const isKept = await this.#ports.writeDraft(draft);
    if (!isKept && this.#draft === draft) this.#draft = undefined;
    if (isKept === this.#isKept) return;
    this.#isKept = isKept;
    this.#show(this.#status);
  }

  async #deleteDraft(): Promise<void> {
    const draft = this.#draft;
    this.#draft = undefined;
    if (draft !== undefined) await this.#ports.deleteDraft();
  }

  #show(status: EditingStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}

/** The conflict that a copy resolves, also if an earlier copy failed. */
function conflictOf(status: EditingStatus): Conflict | undefined {
  if (status.kind === 'failed') return status.failedCopy?.conflict;
  return status.kind === 'conflict' ? status.conflict : undefined;
}
