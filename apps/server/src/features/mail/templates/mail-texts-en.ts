import type { MailTexts } from './mail-texts.ts';

const ROLES = {
  viewer: 'viewer',
  contributor: 'contributor',
  editor: 'editor',
  manager: 'manager',
  owner: 'owner',
} as const;

const files = (count: number): string => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`);

const changes = (count: number): string =>
  count === 1 ? '1 change' : `${count.toLocaleString('en')} changes`;

export const EN: MailTexts = {
  somebody: 'Someone',
  guest: 'A guest',
  shared: {
    line: (actor, node, isFolder) => [
      actor,
      isFolder ? ' shared the folder ' : ' shared the file ',
      node,
      ' with you',
    ],
    text: (role) => [role === 'viewer' ? 'You can view and download it.' : `Your role: ${ROLES[role]}.`],
    action: (brand) => `Open in ${brand}`,
  },
  mentioned: {
    line: (actor, node) => [actor, ' mentioned you in a comment on ', node],
  },
  commented: {
    line: (actor, node) => [actor, ' commented on ', node],
    action: 'Open the comments',
  },
  accessRequested: {
    line: (actor, node, role) => [actor, role === 'manager' ? ' asks to manage ' : ' asks to edit ', node],
    action: 'Answer the request',
  },
  accessAnswered: {
    given: (actor, node, role) => [actor, role === 'manager' ? ' lets you manage ' : ' lets you edit ', node],
    declined: (actor, node) => [actor, ' declined your request for access to ', node],
    action: (brand) => `Open in ${brand}`,
  },
  spaceAdded: {
    line: (actor, space) => [actor, ' added you to the space ', space],
    text: (role) => [`Your role in this space: ${ROLES[role]}.`],
    action: 'Open the space',
  },
  spaceRole: {
    line: (actor, space, role) => [actor, ` made you ${ROLES[role]} of the space `, space],
    text: () => ['Your rights in this space have changed.'],
    action: 'Open the space',
  },
  spaceRemoved: {
    line: (actor, space) => [actor, ' removed you from the space ', space],
    text: ['You no longer have access to its files.'],
  },
  spaceArchived: {
    line: (actor, space) => [actor, ' archived your space ', space],
    text: ['No one can open its files until it is restored.'],
  },
  spaceRestored: {
    line: (actor, space) => [actor, ' restored your space ', space],
    text: ['Its members can open it again.'],
  },
  filesHandedOver: {
    line: (actor, receiver) => [actor, ' handed your files over to ', receiver],
    text: (space) => ['They are now in the space ', space, '. Your own space is empty.'],
  },
  followed: {
    line: (by, count, item) => [by, ` made ${changes(count)} in `, item],
    text: ({ added, changed, trashed }) => [
      [
        ...(added === 0 ? [] : [`Added: ${added.toLocaleString('en')}`]),
        ...(changed === 0 ? [] : [`Changed: ${changed.toLocaleString('en')}`]),
        ...(trashed === 0 ? [] : [`Moved to trash: ${trashed.toLocaleString('en')}`]),
      ].join(' · '),
    ],
    action: 'Open',
  },
  handedIn: {
    line: (guest, count, request) => [guest, ` handed in ${files(count)} for `, request],
    text: ['The files are in a folder of their own.'],
    action: 'Open the folder',
  },
  quota: {
    line: (space, percent) => ['The space ', space, ` is ${percent} % full`],
    personalLine: (percent) => [`Your storage is ${percent} % full`],
    text: (percent) => [
      percent >= 95
        ? 'Soon nothing more can be uploaded. Empty the trash or delete what isn’t needed, or ask an administrator for more room.'
        : 'There is time to make room: empty the trash, or delete what isn’t needed.',
    ],
    action: 'See what takes room',
  },
  tokens: {
    created: (token) => ['A new API token was created on your account: ', token],
    createdText: [
      'If that was you, there is nothing to do. If not, delete it, change your password, and sign out your other devices.',
    ],
    deleted: (actor, tokens, count) => [
      actor,
      count === 1 ? ' deleted your API token ' : ' deleted your API tokens ',
      tokens,
    ],
    deletedText: ['Whatever used them has stopped working.'],
    action: 'See your API tokens',
  },
  webhookPaused: {
    line: (webhook) => ['Webhook paused: ', webhook],
    spaceLine: (webhook, space) => ['Webhook of the space ', space, ' paused: ', webhook],
    failing: [
      'Nothing could be delivered for three days. Fix the receiver, send a test, then resume the webhook.',
    ],
    gone: ['Its receiver answered that it no longer exists. Change the address, or delete the webhook.'],
    action: 'Open webhooks',
  },
  factorsReset: {
    line: (actor) => [actor, ' reset your two-step verification'],
    text: [
      'Your password alone signs you in until you set it up again. If you didn’t ask for this, tell an administrator.',
    ],
    action: 'Set up two-step verification',
  },
  joined: {
    line: (actor) => [actor, ' accepted your invitation'],
    text: ['They can be added to spaces and groups now.'],
    action: 'Open people',
  },
  invited: {
    subject: (actor, brand) => [actor, ' invites you to ', brand],
    heading: (actor) => [actor, ' invites you'],
    text: (host, brand) => [
      brand,
      ` on ${host} keeps the files of a group: to look at, to share and to work on together.`,
    ],
    valid: (days) => [
      `Choose your password to begin. The link is for you alone, works once, and is valid for ${days} days.`,
    ],
    action: 'Accept the invitation',
    footer: 'You get this message because someone entered your address. If you don’t know them, ignore it.',
  },
  several: {
    heading: (count) => [`${count} things for you`],
    text: ['This has happened in the last minutes:'],
    action: (brand) => `Open ${brand}`,
  },
  test: {
    heading: ['Mail works'],
    text: (host, brand) => [
      'This is the test message of ',
      brand,
      ` on ${host}. Whoever reads it can be reached.`,
    ],
    footer: 'You sent this message to yourself from the mail settings.',
  },
  footer: 'You get this message because you have an account.',
  choose: 'Choose what you get',
};
