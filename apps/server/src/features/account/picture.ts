import type { OwnPicture, SetPictureRequest } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { FileAnswer, type Reply } from '../../route.ts';
import type { Services } from '../../services.ts';
import { plainJpeg } from './plain-jpeg.ts';
import { deletePicture, findPicture, savePicture } from './store/details.ts';

type Needs = Pick<Services, 'clock' | 'db'>;

const ADDRESS = 'data:image/jpeg;base64,';

/** A changed picture has another id, and no page asks for the old one. */
const KEPT = 'private, max-age=31536000, immutable';

/** Serves a picture to everybody signed in who knows its id. Only answers that name the person tell it. */
export async function getPicture(
  services: Needs,
  pictureId: string,
  reply: Pick<Reply, 'header'>,
): Outcome<FileAnswer, Failure> {
  const picture = await findPicture(services.db, pictureId);
  // Judged again: what was kept before pictures were judged stays here.
  const jpeg = picture === undefined ? undefined : jpegOf(picture);
  if (jpeg === undefined) return err({ code: 'person_not_found' });
  const bytes = new Uint8Array(jpeg);
  reply.header('cache-control', KEPT);
  return ok(
    new FileAnswer({
      status: 200,
      headers: { 'content-type': 'image/jpeg', 'content-length': String(bytes.length) },
      bytes: new Blob([bytes]).stream(),
    }),
  );
}

/** Sets the picture, which keeps no metadata. It gets a new id, which is its address. */
export async function setPicture(
  services: Needs,
  actor: Actor,
  sent: SetPictureRequest,
): Outcome<OwnPicture, Failure> {
  const jpeg = jpegOf(sent.picture);
  if (jpeg === undefined) {
    return err({ code: 'invalid_request', issues: [{ path: 'picture', code: 'wrong_format' }] });
  }
  const picture = `${ADDRESS}${jpeg.toString('base64')}`;
  const change = { userId: actor.person.id, picture, now: services.clock.now() };
  return ok({ picture: await inTransaction(services.db, async (tx) => await savePicture(tx, change)) });
}

export async function removePicture(services: Needs, actor: Actor): Outcome<undefined, Failure> {
  await inTransaction(services.db, async (tx) => await deletePicture(tx, actor.person.id));
  return ok(undefined);
}

function jpegOf(picture: string): Buffer | undefined {
  return picture.startsWith(ADDRESS)
    ? plainJpeg(Buffer.from(picture.slice(ADDRESS.length), 'base64'))
    : undefined;
}
