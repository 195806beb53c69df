import type { OwnPicture, SetPictureRequest } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { FileAnswer, type Reply } from '../../route.ts';
import type { Services } from '../../services.ts';
import { deletePicture, findPicture, savePicture } from './store/details.ts';

type Needs = Pick<Services, 'clock' | 'db'>;

const MAGIC_NUMBERS: Readonly<Record<string, RegExp>> = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n/,
  webp: /^RIFF[^]{4}WEBP/,
};
const MAGIC_NUMBER_BYTES = 12;

/** A changed picture has another id, and no page asks for the old one. */
const KEPT = 'private, max-age=31536000, immutable';

/** Serves a picture to everybody signed in who knows its id. Only answers that name the person tell it. */
export async function getPicture(
  services: Needs,
  pictureId: string,
  reply: Pick<Reply, 'header'>,
): Outcome<FileAnswer, Failure> {
  const picture = await findPicture(services.db, pictureId);
  if (picture === undefined) return err({ code: 'person_not_found' });
  const { kind, data } = partsOf(picture);
  const bytes = new Uint8Array(Buffer.from(data, 'base64'));
  reply.header('cache-control', KEPT);
  return ok(
    new FileAnswer({
      status: 200,
      headers: { 'content-type': `image/${kind}`, 'content-length': String(bytes.length) },
      bytes: new Blob([bytes]).stream(),
    }),
  );
}

/** Sets the picture. It gets a new id, which is its address. */
export async function setPicture(
  services: Needs,
  actor: Actor,
  { picture }: SetPictureRequest,
): Outcome<OwnPicture, Failure> {
  if (!matchesDeclaredType(picture)) {
    return err({ code: 'invalid_request', issues: [{ path: 'picture', code: 'wrong_format' }] });
  }
  const change = { userId: actor.person.id, picture, now: services.clock.now() };
  return ok({ picture: await inTransaction(services.db, async (tx) => await savePicture(tx, change)) });
}

export async function removePicture(services: Needs, actor: Actor): Outcome<undefined, Failure> {
  await inTransaction(services.db, async (tx) => await deletePicture(tx, actor.person.id));
  return ok(undefined);
}

function partsOf(picture: string): { readonly kind: string; readonly data: string } {
  const [, kind = '', data = ''] = /^data:image\/(\w+);base64,(.+)$/.exec(picture) ?? [];
  return { kind, data };
}

function matchesDeclaredType(picture: string): boolean {
  const { kind, data } = partsOf(picture);
  const bytes = Buffer.from(data.slice(0, 64), 'base64');
  return MAGIC_NUMBERS[kind]?.test(bytes.toString('latin1', 0, MAGIC_NUMBER_BYTES)) ?? false;
}
