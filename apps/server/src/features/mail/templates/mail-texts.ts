import type { SpaceRole } from '@coffer/contracts';
import type { Named, Phrase } from './letter.ts';

/** A text that contains the name of the installation. */
type InBrand = (brand: string) => string;

/** The texts in one language. */
export interface MailTexts {
  readonly somebody: string;
  readonly guest: string;
  readonly shared: {
    readonly line: (actor: Named, node: Named, isFolder: boolean) => Phrase;
    readonly text: (role: SpaceRole) => Phrase;
    readonly action: InBrand;
  };
  readonly mentioned: {
    readonly line: (actor: Named, node: Named) => Phrase;
  };
  readonly commented: {
    readonly line: (actor: Named, node: Named) => Phrase;
    readonly action: string;
  };
  readonly accessRequested: {
    readonly line: (actor: Named, node: Named, role: SpaceRole) => Phrase;
    readonly action: string;
  };
  readonly accessAnswered: {
    readonly given: (actor: Named, node: Named, role: SpaceRole) => Phrase;
    readonly declined: (actor: Named, node: Named) => Phrase;
    readonly action: InBrand;
  };
  readonly spaceAdded: {
    readonly line: (actor: Named, space: Named) => Phrase;
    readonly text: (role: SpaceRole) => Phrase;
    readonly action: string;
  };
  readonly spaceRole: {
    readonly line: (actor: Named, space: Named, role: SpaceRole) => Phrase;
    readonly text: () => Phrase;
    readonly action: string;
  };
  readonly spaceRemoved: {
    readonly line: (actor: Named, space: Named) => Phrase;
    readonly text: Phrase;
  };
  readonly spaceArchived: {
    readonly line: (actor: Named, space: Named) => Phrase;
    readonly text: Phrase;
  };
  readonly spaceRestored: {
    readonly line: (actor: Named, space: Named) => Phrase;
    readonly text: Phrase;
  };
  readonly filesHandedOver: {
    readonly line: (actor: Named, receiver: Named) => Phrase;
    readonly text: (space: Named) => Phrase;
  };
  readonly followed: {
    readonly line: (by: Named, changes: number, item: Named) => Phrase;
    readonly text: (changes: {
      readonly added: number;
      readonly changed: number;
      readonly trashed: number;
    }) => Phrase;
    readonly action: string;
  };
  readonly handedIn: {
    readonly line: (guest: Named, count: number, request: Named) => Phrase;
    readonly text: Phrase;
    readonly action: string;
  };
  readonly quota: {
    readonly line: (space: Named, percent: number) => Phrase;
    readonly personalLine: (percent: number) => Phrase;
    readonly text: (percent: number) => Phrase;
    readonly action: string;
  };
  readonly tokens: {
    readonly created: (token: Named) => Phrase;
    readonly createdText: Phrase;
    readonly deleted: (actor: Named, tokens: Named, count: number) => Phrase;
    readonly deletedText: Phrase;
    readonly action: string;
  };
  readonly webhookPaused: {
    readonly line: (webhook: Named) => Phrase;
    readonly spaceLine: (webhook: Named, space: Named) => Phrase;
    readonly failing: Phrase;
    readonly gone: Phrase;
    readonly action: string;
  };
  readonly factorsReset: {
    readonly line: (actor: Named) => Phrase;
    readonly text: Phrase;
    readonly action: string;
  };
  readonly joined: {
    readonly line: (actor: Named) => Phrase;
    readonly text: Phrase;
    readonly action: string;
  };
  readonly invited: {
    readonly subject: (actor: Named, brand: Named) => Phrase;
    readonly heading: (actor: Named) => Phrase;
    readonly text: (host: string, brand: Named) => Phrase;
    readonly valid: (days: number) => Phrase;
    readonly action: string;
    readonly footer: string;
  };
  readonly several: {
    readonly heading: (count: number) => Phrase;
    readonly text: Phrase;
    readonly action: InBrand;
  };
  readonly test: {
    readonly heading: Phrase;
    readonly text: (host: string, brand: Named) => Phrase;
    readonly footer: string;
  };
  readonly footer: string;
  readonly choose: string;
}
