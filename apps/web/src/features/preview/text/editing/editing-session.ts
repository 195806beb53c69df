import type { Result } from '@coffer/kit';
import type { ApiError } from '../../../../api/calls/error.ts';
import type { Draft } from '../../../../api/saving/drafts.ts';
import type { EditedNode } from '../../../../api/saving/save-version.ts';
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

export type EditingStatus =
  | { readonly kind: 'unchanged' | 'changed' | 'saving' | 'unencodable' | 'gone' }
  | { readonly kind: 'saved'; readonly at: Date }
  | { readonly kind: 'copied'; readonly name: string }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'conflict'; readonly conflict: Conflict };

export function isUnsaved({ kind }: EditingStatus): boolean {
  return kind !== 'unchanged' && kind !== 'saved' && kind !== 'copied';
}

export interface EditingPorts {
  readonly saveVersion: (basedOn: TextFile['versionId'], bytes: Bytes) => Promise<TextSaved>;
  readonly saveCopy: (node: EditedNode, bytes: Bytes) => Promise<Result<EditedNode, ApiError>>;
  readonly readCurrent: () => Promise<CurrentText | ApiError>;
  readonly writeDraft: (draft: Draft) => Promise<unknown>;
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
  readonly attach: (edited: EditedText) => void;
  readonly changed: () => void;
  /** Resolves to true if the whole text is saved, with nothing typed in the meantime. */
  readonly save: () => Promise<boolean>;
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

/** One file that is being edited, from opening to leaving. */
export function createEditingSession(file: TextFile, ports: EditingPorts): EditingSession {
  return new Session(file, ports);
}

class Session implements EditingSession {
  readonly #ports: EditingPorts;
  readonly #listeners = new Set<() => void>();
  #base: TextFile;
  #edited: EditedText;
  #status: EditingStatus = { kind: 'unchanged' };
  #lastSent: string | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #isForgotten = false;

  constructor(file: TextFile, ports: EditingPorts) {
    this.#base = file;
    this.#ports = ports;
    this.#edited = { get: () => file.text, set: () => undefined };
  }

  getStatus = (): EditingStatus => this.#status;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getText = (): string => this.#edited.get();

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
    const text = this.#edited.get();
    const bytes = bytesOf(text, this.#base.format);
    if (bytes !== undefined) return await this.#send(text, bytes, this.#base.format);
    this.#show({ kind: 'unencodable' });
    return false;
  };

  saveAsUtf8 = async (): Promise<boolean> => {
    const text = this.#edited.get();
    const format = { ...this.#base.format, encoding: 'utf-8' } as const;
    return await this.#send(text, bytesAsUtf8(text, format), format);
  };

  saveCopy = async (): Promise<boolean> => {
    const text = this.#edited.get();
    const { node, format } = this.#base;
    const conflict = this.#status.kind === 'conflict' ? this.#status.conflict : undefined;
    this.#show({ kind: 'saving' });
    const saved = await this.#ports.saveCopy(node, bytesOf(text, format) ?? bytesAsUtf8(text, format));
    if (!saved.ok) {
      this.#show({ kind: 'failed', error: saved.error });
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
    this.#show({ kind: 'copied', name: saved.value.name });
    return true;
  };

  keep = async (text: string): Promise<boolean> => {
    if (this.#status.kind !== 'conflict') return false;
    const { conflict } = this.#status;
    const { versionId } = conflict.node;
    if (versionId === null) return false;
    this.#base = conflict.theirs ?? { ...this.#base, node: conflict.node, versionId };
    this.#edited.set(text);
    return await this.save();
  };

  takeTheirs = async (): Promise<boolean> => {
    if (this.#status.kind !== 'conflict') return false;
    const { mine, theirs } = this.#status.conflict;
    if (theirs === undefined || !(await this.keep(mine))) return false;
    this.#base = { ...this.#base, format: theirs.format };
    this.#edited.set(theirs.text);
    return await this.save();
  };

  discard = async (): Promise<void> => {
    this.forget();
    await this.#ports.deleteDraft();
  };

  flush = (): void => {
    clearTimeout(this.#draftTimer);
    this.#draftTimer = undefined;
    if (this.#isForgotten) return;
    const { text: baseText, versionId: baseVersion } = this.#base;
    const text = this.#edited.get();
    if (text === baseText) {
      if (this.#status.kind === 'changed') this.#show({ kind: 'unchanged' });
      void this.#ports.deleteDraft();
    } else void this.#ports.writeDraft({ text, baseText, baseVersion, savedAt: this.#ports.now() });
  };

  forget = (): void => {
    this.#isForgotten = true;
    clearTimeout(this.#draftTimer);
  };

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
    return isAll;
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
    await this.#ports.deleteDraft();
  }

  #show(status: EditingStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}
