import {
  MAIL_KINDS,
  MAIL_LANGUAGES,
  type MailKind,
  type MailLanguage,
  NodeId,
  type Settings,
  SpaceId,
} from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { LIMITS } from '@coffer/contracts';
import type { MailItem } from './model.ts';
import { mailBrandOf } from './templates/mail-brand.ts';
import type { RenderedMail } from './templates/render.ts';
import { renderLetter } from './templates/render.ts';
import { writeLetter } from './templates/write-letter.ts';

const NODE = NodeId.parse('019ab000-0000-7000-8000-000000000000');
const SPACE = SpaceId.parse('019ab000-0000-7000-8000-000000000001');

interface Samples {
  readonly actor: string;
  readonly folder: string;
  readonly space: string;
  readonly request: string;
  readonly message: string;
  readonly token: string;
}

const SAMPLES: Readonly<Record<MailLanguage, Samples>> = {
  en: {
    actor: 'Mara Lind',
    folder: 'Field notes 2026',
    space: 'Research',
    request: 'Expense receipts',
    token: 'Backup at home',
    message: 'These are the photos of the second week.\nTell me which ones we print.',
  },
  ar: {
    actor: 'ليلى حداد',
    folder: 'ملاحظات 2026',
    space: 'الأبحاث',
    request: 'إيصالات النفقات',
    token: 'النسخ الاحتياطي في المنزل',
    message: 'هذه صور الأسبوع الثاني.\nأخبرني أيّها نطبع.',
  },
};

/** Renders a message with example data, so that it reveals nothing. Undefined for an unknown kind or language. */
export function previewMail(
  kind: string,
  language: string,
  { url, settings }: { readonly url: string; readonly settings: Settings },
): RenderedMail | undefined {
  const [known, tongue] = [
    MAIL_KINDS.find((each) => each === kind),
    MAIL_LANGUAGES.find((each) => each === language),
  ];
  if (known === undefined || tongue === undefined) return undefined;
  const brand = mailBrandOf(settings);
  const facts = {
    language: tongue,
    url,
    brand,
    secret: `${url}/join#${'x'.repeat(43)}`,
    isAdministrator: true,
  };
  return renderLetter(writeLetter(examplesOf(known, SAMPLES[tongue]), facts));
}

function examplesOf(kind: MailKind, samples: Samples): readonly MailItem[] {
  const { actor, folder, space, request, message, token } = samples;
  const shared: MailItem = {
    actor,
    subject: { kind: 'shared', nodeId: NODE, nodeKind: 'folder', name: folder, role: 'editor', message },
  };
  const added: MailItem = {
    actor,
    subject: { kind: 'space_added', spaceId: SPACE, name: space, role: 'editor' },
  };
  const handedIn: MailItem = {
    actor: undefined,
    subject: {
      kind: 'handed_in',
      spaceId: SPACE,
      folderId: NODE,
      name: request,
      guest: actor,
      files: 12,
    },
  };
  switch (kind) {
    case 'shared':
      return [shared];
    case 'spaces':
      return [added];
    case 'commented':
    case 'mentioned':
      return [
        {
          actor,
          subject: { kind, nodeId: NODE, nodeKind: 'folder', name: folder, text: message },
        },
      ];
    case 'followed':
      return [
        {
          actor,
          subject: { kind, nodeId: NODE, nodeKind: 'folder', name: folder, added: 3, changed: 1, trashed: 0 },
        },
      ];
    case 'access_requests':
      return [{ actor, subject: requestOf(folder) }];
    case 'handed_in':
      return [handedIn];
    case 'quota':
      return [
        {
          actor: undefined,
          subject: { kind: 'quota', spaceId: SPACE, name: space, percent: 95, isPersonal: false },
        },
      ];
    case 'account':
      return [{ actor: undefined, subject: { kind: 'token_created', name: token } }];
    case 'joined':
      return [{ actor, subject: { kind: 'joined' } }];
    case 'invited':
      return [{ actor, subject: { kind: 'invited', name: '', days: LIMITS.invitationLifeMs / DAY_MS } }];
    case 'several':
      return [shared, added, handedIn];
    case 'test':
      return [{ actor: undefined, subject: { kind: 'test' } }];
  }
}

function requestOf(name: string): MailItem['subject'] {
  const of = {
    requestId: NODE,
    nodeId: NODE,
    nodeKind: 'folder',
    name,
    role: 'editor',
    message: '',
  } as const;
  return { kind: 'access_requested', ...of, revision: 1, state: 'open', answeredBy: null };
}
