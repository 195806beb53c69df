import { personRoute, type Route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { abortUpload } from './abort-upload.ts';
import { completeUpload, completeUploads } from './complete-upload.ts';
import { createUpload, createUploads } from './create-upload.ts';
import { getUpload } from './get-upload.ts';
import { holdUploads } from './hold-uploads.ts';
import { listUploads } from './list-uploads.ts';
import { signParts } from './sign-parts.ts';
import { signUploads } from './sign-uploads.ts';

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
    personRoute('completeUploads', async ({ actor, body }) => completeUploads(services, actor.person, body)),
    personRoute('holdUploads', async ({ actor, body }) => holdUploads(services, actor.person, body)),
    personRoute('listUploads', async ({ actor }) => listUploads(services, actor.person)),
    personRoute('getUpload', async ({ actor, params }) => getUpload(services, actor.person, params.uploadId)),
    personRoute('signParts', async ({ actor, params, body }) =>
      signParts(services, actor.person, { uploadId: params.uploadId, parts: body.parts }),
    ),
    personRoute('completeUpload', async ({ actor, params }) =>
      completeUpload(services, actor.person, params.uploadId),
    ),
    personRoute('abortUpload', async ({ actor, params }) =>
      abortUpload(services, actor.person, params.uploadId),
    ),
  ];
}
