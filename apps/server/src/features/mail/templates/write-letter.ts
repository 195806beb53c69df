import type { MailLanguage } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { MailFacts, MailItem } from '../model.ts';
import type { Letter, Named, Phrase } from './letter.ts';
import type { MailTexts } from './mail-texts.ts';
import { AR } from './mail-texts-ar.ts';
import { EN } from './mail-texts-en.ts';

const TEXTS: Readonly<Record<MailLanguage, MailTexts>> = { en: EN, ar: AR };

/** The parts that differ between kinds of messages. */
interface Content {
  readonly line: Phrase;
  readonly subject?: Phrase;
  readonly paragraphs: readonly Phrase[];
  readonly quote?: string;
  readonly action?: NonNullable<Letter['action']>;
  /** A special footer, only for messages that cannot be switched off. */
  readonly footer?: string;
}

/** Writes one message for everything that happened within a short time. */
export function writeLetter(items: readonly MailItem[], facts: MailFacts): Letter {
  const { language, brand } = facts;
  const words = TEXTS[language];
  const contents = items.map((item) => contentOf(item, words, facts));
  const only = defined(contents[0], 'a message has no items');
  const choose = { label: words.choose, href: `${facts.url}/settings/notifications` };
  if (contents.length > 1) {
    const heading = words.several.heading(contents.length);
    return {
      language,
      brand,
      subject: heading,
      heading,
      paragraphs: [words.several.text],
      items: contents.map(({ line, action }) => ({ words: line, href: action?.href })),
      action: { label: words.several.action(brand.name), href: `${facts.url}/home` },
      footer: { words: words.footer, link: choose },
    };
  }
  const { line, subject = line, paragraphs, quote, action, footer } = only;
  return {
    language,
    brand,
    subject,
    heading: line,
    paragraphs,
    ...(quote === undefined ? {} : { quote }),
    ...(action === undefined ? {} : { action }),
    footer: footer === undefined ? { words: words.footer, link: choose } : { words: footer },
  };
}

function contentOf(
  { subject, actor }: MailItem,
  words: MailTexts,
  { url, secret, brand, isAdministrator = false }: MailFacts,
): Content {
  const by: Named = { name: actor ?? words.somebody };
  switch (subject.kind) {
    case 'shared':
      return ofShared(subject, { by, words, url, brand });
    case 'commented':
    case 'mentioned':
      return ofComment(subject, { by, words, url });
    case 'access_requested':
    case 'access_answered':
      return ofAccess(subject, { by, words, url, brand });
    case 'space_added':
    case 'space_role':
    case 'space_removed':
    case 'space_archived':
    case 'space_restored':
    case 'files_handed_over':
      return ofSpace(subject, { by, words, url });
    case 'followed':
      return ofFollowed(subject, { by, words, url });
    case 'handed_in': {
      const guest = { name: subject.guest === '' ? words.guest : subject.guest };
      return {
        line: words.handedIn.line(guest, subject.files, subject),
        paragraphs: [words.handedIn.text],
        action: { label: words.handedIn.action, href: `${url}/s/${subject.spaceId}/${subject.folderId}` },
      };
    }
    case 'quota':
      return {
        line: subject.isPersonal
          ? words.quota.personalLine(subject.percent)
          : words.quota.line(subject, subject.percent),
        paragraphs: [words.quota.text(subject.percent)],
        action: { label: words.quota.action, href: `${url}/largest/${subject.spaceId}` },
      };
    case 'token_created':
    case 'tokens_deleted':
      return ofTokens(subject, { by, words, url });
    case 'webhook_paused':
      return ofWebhook(subject, words, url);
    case 'factors_reset':
      return {
        line: words.factorsReset.line(by),
        paragraphs: [words.factorsReset.text],
        action: { label: words.factorsReset.action, href: `${url}/settings/security` },
      };
    case 'joined':
      return {
        line: words.joined.line(by),
        paragraphs: isAdministrator ? [words.joined.text] : [],
        // Members may invite by sharing, and cannot open the page of people.
        ...(isAdministrator && { action: { label: words.joined.action, href: `${url}/admin/people` } }),
      };
    case 'invited':
      return ofInvitation(subject, { by, words, url, brand, secret });
    case 'test':
      return {
        line: words.test.heading,
        paragraphs: [words.test.text(new URL(url).host, brand)],
        footer: words.test.footer,
      };
  }
}

type OfFollowed = Extract<MailItem['subject'], { readonly kind: 'followed' }>;

function ofFollowed(subject: OfFollowed, { by, words, url }: Wording): Content {
  const { added, changed, trashed, nodeId, nodeKind } = subject;
  return {
    line: words.followed.line(by, added + changed + trashed, subject),
    paragraphs: [words.followed.text(subject)],
    action: {
      label: words.followed.action,
      href: `${url}/shared/${nodeId}${nodeKind === 'file' ? '/view' : ''}`,
    },
  };
}

type OfInvitation = Extract<MailItem['subject'], { readonly kind: 'invited' }>;

/** The content of an invitation. Names the shared item, if the invitation is for one. */
function ofInvitation(
  { about, days }: OfInvitation,
  { by, words: { invited, shared }, url, brand, secret }: Wording & Pick<MailFacts, 'brand' | 'secret'>,
): Content {
  return {
    ...(about === undefined
      ? { line: invited.heading(by), subject: invited.subject(by, brand) }
      : { line: shared.line(by, about, about.nodeKind === 'folder') }),
    ...(about !== undefined && about.message !== '' && { quote: about.message }),
    paragraphs: [invited.text(new URL(url).host, brand), invited.valid(days)],
    ...(secret === undefined ? {} : { action: { label: invited.action, href: secret } }),
    footer: invited.footer,
  };
}

type OfTokens = Extract<MailItem['subject'], { readonly kind: 'token_created' | 'tokens_deleted' }>;

interface Wording {
  readonly by: Named;
  readonly words: MailTexts;
  readonly url: string;
}

function ofTokens(subject: OfTokens, { by, words: { tokens }, url }: Wording): Content {
  const isCreated = subject.kind === 'token_created';
  return {
    line: isCreated ? tokens.created(subject) : tokens.deleted(by, subject, subject.count),
    paragraphs: [isCreated ? tokens.createdText : tokens.deletedText],
    action: { label: tokens.action, href: `${url}/settings/tokens` },
  };
}

type OfWebhook = Extract<MailItem['subject'], { readonly kind: 'webhook_paused' }>;

function ofWebhook(
  { spaceId, space, name, isGone }: OfWebhook,
  { webhookPaused: words }: MailTexts,
  url: string,
): Content {
  const path = spaceId === null ? '/admin/webhooks' : `/webhooks/${spaceId}`;
  return {
    line: spaceId === null ? words.line({ name }) : words.spaceLine({ name }, { name: space }),
    paragraphs: [isGone ? words.gone : words.failing],
    action: { label: words.action, href: url + path },
  };
}

type OfShared = Extract<MailItem['subject'], { readonly kind: 'shared' }>;

function ofShared(subject: OfShared, { by, words, url, brand }: Wording & Pick<MailFacts, 'brand'>): Content {
  const isFolder = subject.nodeKind === 'folder';
  const path = isFolder ? `/shared/${subject.nodeId}` : `/shared?view=${subject.nodeId}`;
  return {
    line: words.shared.line(by, subject, isFolder),
    paragraphs: [words.shared.text(subject.role)],
    ...(subject.message === '' ? {} : { quote: subject.message }),
    action: { label: words.shared.action(brand.name), href: url + path },
  };
}

type OfComment = Extract<MailItem['subject'], { readonly kind: 'commented' | 'mentioned' }>;

function ofComment(subject: OfComment, { by, words, url }: Wording): Content {
  const view = subject.nodeKind === 'file' ? '/view' : '';
  return {
    line: words[subject.kind].line(by, subject),
    paragraphs: [],
    quote: subject.text,
    action: { label: words.commented.action, href: `${url}/shared/${subject.nodeId}${view}#comments` },
  };
}

type OfAccess = Extract<MailItem['subject'], { readonly kind: `access_${string}` }>;

function ofAccess(subject: OfAccess, { by, words, url, brand }: Wording & Pick<MailFacts, 'brand'>): Content {
  if (subject.kind === 'access_requested') {
    return {
      line: words.accessRequested.line(by, subject, subject.role),
      paragraphs: [],
      ...(subject.message === '' ? {} : { quote: subject.message }),
      action: { label: words.accessRequested.action, href: `${url}/nodes/${subject.nodeId}/access` },
    };
  }
  const { isGiven, nodeKind, nodeId, reason } = subject;
  const { given, declined, action } = words.accessAnswered;
  return {
    line: isGiven ? given(by, subject, subject.role) : declined(by, subject),
    paragraphs: [],
    ...(reason === '' ? {} : { quote: reason }),
    action: {
      label: action(brand.name),
      href: `${url}/shared/${nodeId}${nodeKind === 'file' ? '/view' : ''}`,
    },
  };
}

type OfSpace = Extract<MailItem['subject'], { readonly kind: `space_${string}` | 'files_handed_over' }>;

function ofSpace(subject: OfSpace, { by, words, url }: Wording): Content {
  switch (subject.kind) {
    case 'space_added':
      return {
        line: words.spaceAdded.line(by, subject),
        paragraphs: [words.spaceAdded.text(subject.role)],
        action: { label: words.spaceAdded.action, href: `${url}/s/${subject.spaceId}` },
      };
    case 'space_role':
      return {
        line: words.spaceRole.line(by, subject, subject.role),
        paragraphs: [words.spaceRole.text()],
        action: { label: words.spaceRole.action, href: `${url}/s/${subject.spaceId}` },
      };
    case 'space_removed':
      return { line: words.spaceRemoved.line(by, subject), paragraphs: [words.spaceRemoved.text] };
    case 'space_archived':
      return { line: words.spaceArchived.line(by, subject), paragraphs: [words.spaceArchived.text] };
    case 'space_restored':
      return {
        line: words.spaceRestored.line(by, subject),
        paragraphs: [words.spaceRestored.text],
        action: { label: words.spaceAdded.action, href: `${url}/s/${subject.spaceId}` },
      };
    case 'files_handed_over':
      return {
        line: words.filesHandedOver.line(by, { name: subject.to }),
        paragraphs: [words.filesHandedOver.text(subject)],
      };
  }
}
