import type { MailLanguage, NotificationSubject } from '@coffer/contracts';

/** The item for whose sake somebody is invited. */
export interface SharedAbout {
  readonly nodeKind: 'folder' | 'file';
  readonly name: string;
  /** That goes with it. */
  readonly message: string;
}

/** The subject of a message, with the names at that moment. */
export type MailSubject =
  | NotificationSubject
  | {
      readonly kind: 'invited';
      readonly name: string;
      readonly days: number;
      readonly about?: SharedAbout | undefined;
    }
  | { readonly kind: 'test' };

export interface MailItem {
  readonly subject: MailSubject;
  /** Undefined if there is no actor or the account was deleted. */
  readonly actor: string | undefined;
}

/** Mail programs know neither OKLCH nor custom properties. */
export interface MailBrand {
  readonly name: string;
  /** On white, and behind white. */
  readonly accent: string;
  /** On dark cards. */
  readonly accentInDark: string;
  /** Beside a quote. */
  readonly line: string;
}

export interface MailFacts {
  readonly language: MailLanguage;
  /** Origin of this Coffer. */
  readonly url: string;
  readonly brand: MailBrand;
  /** A one-time address. */
  readonly secret?: string | undefined;
}
