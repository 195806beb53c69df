import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { abortUpload } from './end/abort-upload.ts';
import { completeUpload, completeUploads } from './complete/complete-upload.ts';
import { createUpload, createUploads } from './reserve/create-upload.ts';
import { getUpload } from './get-upload.ts';
import { sendUploadHeartbeat } from './heartbeat.ts';
import { listUploads } from './list-uploads.ts';
import { signParts } from './sign/sign-parts.ts';
import { signUploads } from './sign/sign-uploads.ts';

export function uploadsRoutes(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>,
): readonly Route[] {
  return [
    personRoute('createUpload', async ({ actor, body, once }) =>
      createUpload({ ...services, once }, actor.person, body),
    ),
    personRoute('createUploads', async ({ actor, body, once }) =>
      createUploads({ ...services, once }, actor.person, body),
    ),
    personRoute('signUploads', async ({ actor, body }) => signUploads(services, actor.person, body)),
    personRoute('completeUploads', async ({ actor, body }) => completeUploads(services, actor.person, body), {
      committedUploads: ({ items }) => items.filter(({ outcome }) => outcome === 'committed').length,
    }),
    personRoute('sendUploadHeartbeat', async ({ actor, body }) =>
      sendUploadHeartbeat(services, actor.person, body),
    ),
    personRoute('listUploads', async ({ actor }) => listUploads(services, actor.person)),
    personRoute('getUpload', async ({ actor, params }) => getUpload(services, actor.person, params.uploadId)),
    personRoute('signParts', async ({ actor, params, body }) =>
      signParts(services, actor.person, { uploadId: params.uploadId, parts: body.parts }),
    ),
    personRoute(
      'completeUpload',
      async ({ actor, params }) => completeUpload(services, actor.person, params.uploadId),
      { committedUploads: () => 1 },
    ),
    personRoute('abortUpload', async ({ actor, params }) =>
      abortUpload(services, actor.person, params.uploadId),
    ),
  ];
}
