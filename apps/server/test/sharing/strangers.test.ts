// Every call that names a node, asked by people who may not see the node.
import { randomBytes } from 'node:crypto';
import { CreateLinkRequest, NodeId, type Person, ROUTES } from '@coffer/contracts';
import { DAY_MS, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { uploaded } from '../../src/live-upload.contract.ts';
import { type Owner, valueOf } from '../../src/live.world.ts';
import { UNKEYED } from '../../src/platform/db/once.ts';
import type { Pool } from '../../src/platform/identity/pool.ts';
import type { Thumbnailer } from '../../src/platform/pictures/thumbnails.ts';
import type { Route } from '../../src/route.ts';
import { accessRequestRoutes } from '../../src/features/access-requests/routes.ts';
import { commentsRoutes } from '../../src/features/comments/routes.ts';
import { contentRoutes } from '../../src/features/content/routes.ts';
import { exportRoutes } from '../../src/features/exports/routes.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { followsRoutes } from '../../src/features/follows/routes.ts';
import { filesRoutes } from '../../src/features/files/routes.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { uploadsRoutes } from '../../src/features/uploads/routes.ts';
import { small, uploadWorld } from '../../src/features/uploads/upload.world.ts';
import { renditionsRoutes } from '../../src/features/renditions/routes.ts';
import { createGrants } from '../../src/features/sharing/create-grants.ts';
import { removeGrant } from '../../src/features/sharing/remove-grant.ts';
import { sharingRoutes } from '../../src/features/sharing/routes.ts';
import { createLink } from '../../src/features/links/manage/create-link.ts';
import { linksRoutes } from '../../src/features/links/routes.ts';
import { storageRoutes } from '../../src/features/storage/routes.ts';
import { spacesRoutes } from '../../src/features/spaces/routes.ts';
import { configOf } from '../../src/features/spaces/team.world.ts';
import { invitedGrantRoutes } from '../../src/features/invited-grants/routes.ts';
import { createBucketSources } from '../../src/features/bucket-imports/index.ts';
import { bucketImportRoutes } from '../../src/features/bucket-imports/routes.ts';
import { webhookRoutes } from '../../src/features/webhooks/routes.ts';
import { createWebhookPost } from '../../src/features/webhooks/webhook-post.ts';
import { viewingRoutes } from '../../src/features/viewings/routes.ts';
import { createCipher } from '../../src/platform/secrets/cipher.ts';
import { insertSession } from '../rights/sessions.ts';

const here = uploadWorld();

type Input = Partial<Record<'params' | 'query' | 'body', unknown>>;
type Calls = Readonly<Record<string, Input>>;

const MOMENT = '2029-05-06T07:08:09.000Z';

const NEW_LINK = {
  kind: 'download',
  label: '',
  password: null,
  expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
  downloadsMax: null,
  bytesMax: null,
  request: null,
};

/** The input of every call that names a node. A new call without a line here fails the first test. */
function callsOn(ids: {
  readonly nodeId: string;
  readonly versionId: string;
  readonly personId: string;
  readonly ownFolderId: string;
}): Calls {
  const { nodeId, versionId, personId, ownFolderId } = ids;
  const params = { nodeId };
  const page = { sort: 'name', order: 'asc', at: 0, limit: 10 };
  const batch = { body: { ids: [nodeId] } };
  const upload = {
    parentId: nodeId,
    name: 'a',
    sizeBytes: 1,
    mediaType: '',
    modifiedAt: MOMENT,
    conflict: 'ask',
  };
  return {
    getNode: { params },
    getPath: { params },
    measureNodes: batch,
    getPosition: { params, query: { sort: 'name', order: 'asc' } },
    listChildren: { params, query: page },
    renameNode: { params, body: { name: 'b' } },
    getContent: { params, query: { disposition: 'attachment', as: 'json' } },
    listVersions: { params },
    getNodeDetails: { params },
    listActivity: { params, query: { limit: 10 } },
    listComments: { params, query: { limit: 10 } },
    createComment: { params, body: { text: 'mine', mentions: [] } },
    changeComment: { params: { nodeId, commentId: versionId }, body: { text: 'mine', mentions: [] } },
    deleteComment: { params: { nodeId, commentId: versionId } },
    getAskableAccess: { params },
    askForAccess: { params, body: { role: 'editor', message: '' } },
    withdrawAccessRequest: { params },
    listAccessRequests: { params },
    answerAccessRequest: { params: { nodeId, requestId: versionId }, body: { answer: 'give' } },
    restoreVersion: { params: { nodeId, versionId } },
    labelVersion: { params: { nodeId, versionId }, body: { label: 'mine' } },
    showDocument: { params: { nodeId, versionId }, body: {} },
    getTrashedContent: { params },
    deleteVersion: { params: { nodeId, versionId } },
    setPoster: { params: { nodeId, versionId }, body: { picture: 'data:image/png;base64,AAAA' } },
    listAccess: { params, query: {} },
    listAccessPeople: { params, query: { at: 0, limit: 10 } },
    addStar: { params },
    follow: { params },
    surveyBucket: { params, body: BUCKET },
    importBucket: { params, body: BUCKET },
    listPast: { params, query: { moment: MOMENT, at: 0, limit: 10 } },
    previewRestore: { params, body: { moment: MOMENT } },
    restoreFolder: { params, body: { moment: MOMENT } },
    listItemGroups: { params, query: { by: 'kind', sort: 'kind', order: 'asc' } },
    getReceipt: { params, query: {} },
    listNodeLinks: { params },
    createPublicLink: { params, body: NEW_LINK },
    createGrants: {
      params,
      body: { personIds: [personId], role: 'viewer', expiresAt: null, message: '' },
    },
    changeGrant: { params: { nodeId, holderId: personId }, body: { role: 'viewer' } },
    removeGrant: { params: { nodeId, holderId: personId } },
    removeGrants: { params },
    returnToNode: { params },
    listInvitedGrants: { params },
    inviteToNode: {
      params,
      body: { emails: ['a@example.org'], role: 'viewer', expiresAt: null, message: '' },
    },
    changeInvitedGrant: { params: { nodeId, invitedId: versionId }, body: { role: 'viewer' } },
    withdrawInvitedGrant: { params: { nodeId, invitedId: versionId } },
    sendInvitedGrant: { params: { nodeId, invitedId: versionId } },
    listTree: { body: { ids: [nodeId] } },
    createFolder: { body: { parentId: nodeId, name: 'b', ifExists: 'fail' } },
    trashNodes: batch,
    restoreNodes: batch,
    purgeNodes: batch,
    copyNodes: { body: { ids: [nodeId], parentId: ownFolderId, conflict: 'fail' } },
    moveNodes: { body: { ids: [nodeId], parentId: ownFolderId, conflict: 'fail' } },
    signContents: { body: { files: [{ nodeId, versionId }] } },
    createUpload: { body: upload },
    createUploads: { body: { uploads: [upload], bundle: false } },
  };
}

const CIPHER = createCipher(randomBytes(32));

const NO_KEYS = { accessKeyId: '', secretAccessKey: '' };
const BUCKET = { endpoint: '', region: 'a', bucket: 'b', prefix: '', ...NO_KEYS };

const routes = (): readonly Route[] => [
  ...filesRoutes({ ...here.services, config: configOf() }),
  ...contentRoutes(here.services),
  ...followsRoutes(here.services),
  ...uploadsRoutes(here.services),
  ...renditionsRoutes({ ...here.services, thumbnailer: NO_PICTURES, converter: undefined }),
  ...sharingRoutes(here.services),
  ...linksRoutes({ ...here.services, cipher: CIPHER, config: configOf() }),
  ...storageRoutes({ ...here.services, cipher: CIPHER, config: configOf() }),
  ...spacesRoutes({ ...here.services, config: configOf() }),
  ...viewingRoutes(here.services),
  ...accessRequestRoutes(here.services),
  ...invitedGrantRoutes({
    ...here.services,
    cipher: CIPHER,
    config: configOf(),
    issuers: new Map(),
    pool: NO_POOL,
  }),
  ...commentsRoutes(here.services),
  ...exportRoutes(here.services),
  ...bucketImportRoutes({ ...here.services, cipher: CIPHER, bucketSources: createBucketSources([]) }),
  ...webhookRoutes({ ...here.services, cipher: CIPHER, guardedPost: createWebhookPost([]) }),
];

const nothing = () => undefined;

/** A stranger is refused before the pool is asked. */
const NO_POOL = { isAdministered: true, issuer: 'pool' } as Pool;

/** A stranger is refused before any picture is drawn. */
const NO_PICTURES: Thumbnailer = {
  atOnce: 1,
  draw: async () => await Promise.reject(new Error('nothing is to be drawn')),
  drawBeside: async () => await Promise.reject(new Error('nothing is to be drawn')),
  probe: async () => await Promise.resolve(ok('none')),
  stop: async () => await Promise.resolve(),
};

async function callAs(person: Person, operation: string, input: Input): Promise<string> {
  const route = routes().find((each) => each.operation === operation);
  if (route === undefined) throw new Error(`no route ${operation}`);
  const answer = await route.handle({
    params: undefined,
    query: undefined,
    body: undefined,
    ...input,
    revision: 1,
    request: {
      requestId: 'r',
      address: '127.0.0.1',
      userAgent: '',
      lastEventId: undefined,
      range: undefined,
      ifRange: undefined,
      cookie: nothing,
    },
    reply: { setCookie: nothing, clearCookie: nothing, header: nothing, redirect: nothing },
    once: UNKEYED,
    actor: { person, sessionId: 's' },
  });
  return JSON.stringify(answer);
}

async function scene() {
  const [guest, stranger] = [await here.world.addOwner(), await here.world.addOwner()];
  const make = async (name: string, parentId: string) =>
    valueOf(
      await createFolder(here.services, here.owner.person, {
        parentId: NodeId.parse(parentId),
        name,
        ifExists: 'fail',
      }),
    ).id;
  const secret = await make('Secret name', here.owner.rootId);
  const shared = await make('Shared', secret);
  const file = await uploaded(here.services, here.owner, {
    name: 'Secret name.txt',
    bytes: small('secret'),
    parentId: secret,
  });
  const grant = { nodeId: shared, personIds: [guest.person.id], groupIds: [], role: 'manager' as const };
  valueOf(await createGrants(here.services, here.owner.person, { ...grant, expiresAt: null, message: '' }));
  return { guest, stranger, secret, shared, file };
}

/** Refused as a whole or item by item, as if the node did not exist. */
function isRefused(answer: string): boolean {
  return answer.includes('"code":"node_not_found"') && !/"ok":true,"(node|id|url)|Secret name/.test(answer);
}

/** The answers that tell more than a refusal. */
async function leaksTo(by: Owner, nodeIds: readonly string[], versionId: string): Promise<readonly string[]> {
  const leaks: string[] = [];
  for (const nodeId of nodeIds) {
    const ids = { nodeId, versionId, personId: here.owner.person.id, ownFolderId: by.rootId };
    for (const [operation, input] of Object.entries(callsOn(ids))) {
      const answer = await callAs(by.person, operation, input);
      if (!isRefused(answer)) leaks.push(`${operation}: ${answer}`);
    }
  }
  return leaks;
}

/** Removing a star or a follow does not check the node; viewings are tested below, by their own id. */
const APART = ['removeStar', 'unfollow', 'listViewedChildren', 'getViewedPath'];

test('every call that names a node is in the list', () => {
  const named = Object.entries(ROUTES)
    .filter(([, { access, path }]) => access === 'person' && path.includes('{nodeId}'))
    .map(([operation]) => operation)
    .filter((operation) => !APART.includes(operation));
  const ids = { nodeId: '', versionId: '', personId: '', ownFolderId: '' };
  expect(Object.keys(callsOn(ids))).toEqual(expect.arrayContaining(named));
});

/** Calls that name a space, a link or a viewing. */
function callsBeside(ids: Readonly<Record<'spaceId' | 'linkId' | 'viewingId' | 'nodeId', string>>): Calls {
  const { spaceId, linkId, viewingId, nodeId } = ids;
  const ofSpace = { params: { spaceId } };
  const ofLink = { params: { linkId } };
  const page = { sort: 'name', order: 'asc', at: 0, limit: 10 };
  const personIds = [here.owner.person.id];
  return {
    getSpace: ofSpace,
    changeSpace: { ...ofSpace, body: { name: 'Mine' } },
    getSpaceRetention: ofSpace,
    changeSpaceRetention: { ...ofSpace, body: { trashDays: 7 } },
    countRetentionEffect: { ...ofSpace, query: { trashDays: 7, versionsKept: 7, versionDays: 7 } },
    archiveSpace: ofSpace,
    restoreSpace: ofSpace,
    listMembers: ofSpace,
    addMembers: { ...ofSpace, body: { personIds, groupIds: [], role: 'viewer' } },
    changeMember: { params: { spaceId, holderId: personIds[0] }, body: { role: 'viewer' } },
    removeMember: { params: { spaceId, holderId: personIds[0] } },
    listTrash: { ...ofSpace, query: { sort: 'time', order: 'desc', at: 0, limit: 10 } },
    getTrashSummary: ofSpace,
    listLargest: ofSpace,
    emptyTrash: { ...ofSpace, body: { before: new Date().toISOString() } },
    listSpaceAccessRequests: ofSpace,
    listDamage: { ...ofSpace, query: { limit: 10 } },
    listWebhooks: ofSpace,
    createWebhook: { ...ofSpace, body: { url: 'https://example.org/', label: '', events: ['file.added'] } },
    listExport: { ...ofSpace, query: { limit: 10, versions: 'yes', trash: 'yes' } },
    signExported: { ...ofSpace, body: { files: [{ nodeId, versionId: nodeId }] } },
    startViewing: { ...ofSpace, body: { as: 'person', personId: personIds[0] } },
    changePublicLink: { ...ofLink, body: { label: 'Mine' } },
    listLinkVisits: ofLink,
    revokePublicLink: ofLink,
    listHandIns: ofLink,
    getViewing: { params: { viewingId } },
    stopViewing: { params: { viewingId } },
    listViewedChildren: { params: { viewingId, nodeId }, query: page },
    getViewedThumbnails: { params: { viewingId }, body: { files: [{ nodeId, versionId: nodeId }] } },
    getViewedPath: { params: { viewingId, nodeId } },
    searchViewed: { params: { viewingId }, query: { q: 'a' } },
  };
}

test('every call that names a space, a link or a viewing is in the list', () => {
  const named = Object.entries(ROUTES)
    .filter(
      ([, { access, path }]) =>
        access === 'person' && !path.startsWith('/admin/') && /\{(?:spaceId|linkId|viewingId)\}/.test(path),
    )
    .map(([operation]) => operation);
  const ids = { spaceId: '', linkId: '', viewingId: '', nodeId: '' };
  expect(Object.keys(callsBeside(ids)).toSorted()).toEqual(named.toSorted());
});

test("another person's and a missing node get one answer, in every call", async () => {
  const { stranger, secret, file } = await scene();
  const { db, newId, clock } = here.services;
  const needs = { ...here.services, config: configOf() };
  const wanted = CreateLinkRequest.parse(NEW_LINK);
  const { link } = valueOf(await createLink(needs, here.owner.person, { nodeId: secret, wanted }));
  const viewingId = newId();
  const sessionId = await insertSession(here.services, here.owner.person);
  await db
    .insertInto('viewing')
    .values({
      id: viewingId,
      session_id: sessionId,
      user_id: here.owner.person.id,
      space_id: here.owner.spaceId,
      person_id: here.owner.person.id,
      link_id: null,
      created_at: clock.now(),
      expires_at: new Date(clock.now().getTime() + DAY_MS),
    })
    .execute();
  const theirs = {
    nodeId: String(secret),
    versionId: String(file.versionId),
    spaceId: here.owner.spaceId,
    linkId: String(link.id),
    viewingId,
  };
  const missing = {
    nodeId: newId(),
    versionId: newId(),
    spaceId: newId(),
    linkId: newId(),
    viewingId: newId(),
  };
  const own = { personId: here.owner.person.id, ownFolderId: stranger.rootId };
  const all = (ids: typeof theirs) => ({ ...callsOn({ ...ids, ...own }), ...callsBeside(ids) });
  const asked = Object.entries(all(missing));
  for (const [operation, input] of Object.entries(all(theirs))) {
    const answer = await callAs(stranger.person, operation, input);
    const absent = asked.find(([name]) => name === operation)?.[1] ?? {};
    const expected = await callAs(stranger.person, operation, absent);
    expect(`${operation}: ${withoutIds(answer, theirs)}`).toBe(
      `${operation}: ${withoutIds(expected, missing)}`,
    );
  }
});

function withoutIds(answer: string, ids: Readonly<Record<string, string>>): string {
  return Object.entries(ids).reduce((text, [name, id]) => text.replaceAll(id, name), answer);
}

test('a stranger meets the same answer for every call', async () => {
  const { guest, stranger, secret, shared, file } = await scene();
  const ids = [secret, shared, file.id];
  const versionId = String(file.versionId);
  expect(await leaksTo(stranger, ids, versionId)).toEqual([]);
  expect(await leaksTo(guest, [shared], versionId), 'the guest is none yet').not.toEqual([]);
});

test('a person meets the answer of a stranger once the grant was removed', async () => {
  const { guest, secret, shared, file } = await scene();
  const removal = { nodeId: shared, holderId: guest.person.id };
  valueOf(await removeGrant(here.services, here.owner.person, removal));
  expect(await leaksTo(guest, [secret, shared, file.id], String(file.versionId))).toEqual([]);
});

test('a manager of one folder is a stranger above and next to it', async () => {
  const { guest, secret, file } = await scene();
  const ids = [secret, file.id, here.owner.rootId];
  expect(await leaksTo(guest, ids, String(file.versionId))).toEqual([]);
});

test('a shared item is hidden while its parent folder is in the trash', async () => {
  const { guest, secret, shared, file } = await scene();
  await trashNodes(here.services, here.owner.person, [secret]);
  expect(await leaksTo(guest, [secret, shared, file.id], String(file.versionId))).toEqual([]);
});
