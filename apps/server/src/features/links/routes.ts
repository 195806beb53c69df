import { SERVER_LIMITS } from '@coffer/contracts';
import { ok, SECOND_MS } from '@coffer/kit';
import { bytesRoute, openRoute, personRoute, type RequestFacts, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { listAdminLinks } from './administration/list-admin-links.ts';
import { revokeAdminLinks } from './administration/revoke-admin-links.ts';
import { createDownloadSender } from './downloads/send-download.ts';
import { moveGuestNodes, renameGuestNode, trashGuestNodes } from './guest/edit-nodes.ts';
import { getGuestLink } from './guest/get-link.ts';
import { getGuestThumbnails } from './guest/get-thumbnails.ts';
import { getGuestPath, listGuestChildren, listGuestTree } from './guest/list-items.ts';
import type { Guest } from './guest/open-link.ts';
import { signGuestContent, signGuestContents } from './guest/sign-content.ts';
import { unlockLink } from './guest/unlock-link.ts';
import { changeLink } from './manage/change-link.ts';
import { createLink } from './manage/create-link.ts';
import { listNodeLinks, listOwnLinks } from './manage/list-links.ts';
import { listLinkVisits } from './manage/list-visits.ts';
import { restoreLinks } from './manage/restore-links.ts';
import { revokeLink, revokeLinks } from './manage/revoke-link.ts';
import { beginHandIn } from './requests/begin-hand-in.ts';
import { createGuestFolder } from './requests/create-guest-folder.ts';
import {
  abortGuestUpload,
  completeGuestUploads,
  createGuestUploads,
  getGuestUpload,
  signGuestParts,
  signGuestUploads,
} from './requests/guest-uploads.ts';
import { finishHandIn, getHandIn } from './requests/hand-in.ts';
import { listHandIns } from './requests/list-hand-ins.ts';
import { findKeyOwner } from './requests/open-hand-in.ts';

type Needs = Pick<Services, 'blobs' | 'cipher' | 'clock' | 'config' | 'db' | 'log' | 'newId' | 'settings'>;

export function linksRoutes(services: Needs): readonly Route[] {
  return [...managingRoutes(services), ...guestRoutes(services), ...requestRoutes(services)];
}

function managingRoutes(services: Needs): readonly Route[] {
  return [
    personRoute('createPublicLink', async ({ actor, params, body }) =>
      createLink(services, actor.person, { nodeId: params.nodeId, wanted: body }),
    ),
    personRoute('listNodeLinks', async ({ actor, params }) =>
      listNodeLinks(services, actor.person, params.nodeId),
    ),
    personRoute('listOwnLinks', async ({ actor }) => ok(await listOwnLinks(services, actor.person))),
    personRoute('changePublicLink', async ({ actor, params, body, revision }) =>
      changeLink(services, actor.person, { linkId: params.linkId, change: body, revision }),
    ),
    personRoute('listLinkVisits', async ({ actor, params }) =>
      listLinkVisits(services, actor.person, params.linkId),
    ),
    personRoute('revokePublicLinks', async ({ actor, body }) =>
      ok(await revokeLinks(services, actor.person, body.ids)),
    ),
    personRoute('restorePublicLinks', async ({ actor, body }) =>
      ok(await restoreLinks(services, actor.person, body.ids)),
    ),
    personRoute('listAdminLinks', async ({ actor, query }) => listAdminLinks(services, actor.person, query)),
    personRoute('revokeAdminLinks', async ({ actor, body }) =>
      revokeAdminLinks(services, actor.person, body.ids),
    ),
    personRoute('revokePublicLink', async ({ actor, params }) =>
      revokeLink(services, actor.person, params.linkId),
    ),
  ];
}

/** Calls of guests, which behave the same with and without a session. */
function guestRoutes(services: Needs): readonly Route[] {
  const sendDownload = createDownloadSender(services);
  return [
    openRoute('getGuestLink', async ({ params, request }) =>
      getGuestLink(services, guestOf(params.token, request)),
    ),
    openRoute('unlockPublicLink', async ({ params, body, request, reply }) => {
      const passes = await unlockLink(services, guestOf(params.token, request), body.password);
      if (!passes.ok) return passes;
      if (passes.value !== '') {
        reply.setCookie('links', passes.value, SERVER_LIMITS.linkPassLifeMs / SECOND_MS);
      }
      return ok(undefined);
    }),
    openRoute('listGuestChildren', async ({ params, query, request }) =>
      listGuestChildren(services, guestOf(params.token, request), { nodeId: params.nodeId, query }),
    ),
    openRoute('getGuestPath', async ({ params, request }) =>
      getGuestPath(services, guestOf(params.token, request), params.nodeId),
    ),
    openRoute('signGuestContent', async ({ params, body, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const input = { nodeId: params.nodeId, disposition: body.disposition };
      return await signGuestContent(services, guestOf(params.token, request), input);
    }),
    openRoute('getGuestThumbnails', async ({ params, body, request, reply }) => {
      reply.header('cache-control', 'no-store');
      return await getGuestThumbnails(services, guestOf(params.token, request), body);
    }),
    openRoute('renameGuestNode', async ({ params, body, revision, request }) =>
      renameGuestNode(services, guestOf(params.token, request), {
        nodeId: params.nodeId,
        name: body.name,
        revision,
      }),
    ),
    openRoute('trashGuestNodes', async ({ params, body, request }) =>
      trashGuestNodes(services, guestOf(params.token, request), body.ids),
    ),
    openRoute('moveGuestNodes', async ({ params, body, request }) =>
      moveGuestNodes(services, guestOf(params.token, request), body),
    ),
    openRoute('listGuestTree', async ({ params, body, request }) =>
      listGuestTree(services, guestOf(params.token, request), body),
    ),
    openRoute('signGuestContents', async ({ params, body, request, reply }) => {
      reply.header('cache-control', 'no-store');
      return await signGuestContents(services, guestOf(params.token, request), body);
    }),
    bytesRoute('sendGuestDownload', async ({ params, request: { range, ifRange } }) =>
      sendDownload({ ...params, range, ifRange }),
    ),
  ];
}

/** Calls for hand-ins to file requests and uploads by edit links. */
function requestRoutes(services: Needs): readonly Route[] {
  return [
    personRoute('listHandIns', async ({ actor, params }) =>
      listHandIns(services, actor.person, params.linkId),
    ),
    openRoute('beginHandIn', async ({ params, body, request }) =>
      beginHandIn(services, guestOf(params.token, request), body),
    ),
    openRoute('getHandIn', async ({ params }) => getHandIn(services, params)),
    openRoute('finishHandIn', async ({ params }) => finishHandIn(services, params)),
    openRoute('createGuestFolder', async ({ params, body }) => createGuestFolder(services, params, body)),
    openRoute(
      'createGuestUploads',
      async ({ params, body, once }) => createGuestUploads({ ...services, once }, params, body),
      { keyOwner: async ({ token }) => await findKeyOwner(services, token) },
    ),
    openRoute('signGuestUploads', async ({ params, body }) => signGuestUploads(services, params, body)),
    openRoute(
      'completeGuestUploads',
      async ({ params, body }) => completeGuestUploads(services, params, body),
      { committedUploads: ({ items }) => items.filter(({ outcome }) => outcome === 'committed').length },
    ),
    openRoute('getGuestUpload', async ({ params }) => getGuestUpload(services, params, params.uploadId)),
    openRoute('signGuestParts', async ({ params, body }) =>
      signGuestParts(services, params, { uploadId: params.uploadId, parts: body.parts }),
    ),
    openRoute('abortGuestUpload', async ({ params }) => abortGuestUpload(services, params, params.uploadId)),
  ];
}

function guestOf(token: string, request: RequestFacts): Guest {
  return { token, passes: request.cookie('links'), address: request.address };
}
