import type { MailLanguage, NotificationSubject } from '@coffer/contracts';

/** The shared item for which somebody is invited. */
export interface SharedAbout {
  readonly nodeKind: 'folder' | 'file';
  readonly name: string;
  /** The personal note to the invited person. */
  readonly message: string;
}

/** The subject of a message, with the names at the time of queuing. */
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
  /** The name of the actor. Undefined if there is no actor, or their account was deleted. */
  readonly actor: string | undefined;
}

/** The branding in mail. Colors are plain values, because mail programs support neither OKLCH nor custom properties. */
export interface MailBrand {
  readonly name: string;
  /** For text on white, and as a background of white text. */
  readonly accent: string;
  /** For text on dark cards. */
  readonly accentInDark: string;
  /** For the line next to a quote. */
  readonly line: string;
}

export interface MailFacts {
  readonly language: MailLanguage;
  /** The origin of this installation. */
  readonly url: string;
  readonly brand: MailBrand;
  /** The URL of a one-time link. */
  readonly secret?: string | undefined;
  /** Whether the recipient is an administrator. */
  readonly isAdministrator?: boolean;
}
