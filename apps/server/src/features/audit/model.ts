import type { AuditAction, AuditActor, AuditFact, AuditRef, ErrorCode } from '@coffer/contracts';

/** A reference whose name is looked up before the commit, unless it is given. */
export type Named = Omit<AuditRef, 'name'> & { readonly name?: string };

/** An actor whose name is looked up before the commit, unless it is given. */
export type NamedActor = Omit<AuditActor, 'id' | 'name'> & { readonly id?: string; readonly name?: string };

export interface AuditEntry {
  readonly action: AuditAction;
  readonly at: Date;
  /** The actor. Default: the person of the current call, or Coffer itself outside of a call. */
  readonly actor?: NamedActor;
  readonly subject?: Named;
  readonly outcome?: 'done' | 'refused';
  /** Facts about the action, never with a password, token or code. */
  readonly facts?: Readonly<Record<string, Exclude<AuditFact, AuditRef> | Named>>;
}

/** The newest row of a chain. */
export interface Link {
  readonly sequence: number;
  readonly hash: string;
}

export function isNamed(fact: AuditFact | Named): fact is Named {
  return typeof fact === 'object' && fact !== null && !Array.isArray(fact);
}

const TEXT_MAX = 500;

/** Shortens a text, and drops what PostgreSQL cannot store: U+0000 and lone surrogates. */
export function storable(text: string): string {
  const short = text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
  return short.replaceAll('\u0000', '').toWellFormed();
}

export const ONLY_AUDITORS = {
  code: 'not_allowed',
  facts: { needed_role: 'auditor' },
} as const satisfies { readonly code: ErrorCode; readonly facts: object };
