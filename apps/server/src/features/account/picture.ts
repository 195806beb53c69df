import type { Picture, SetPictureRequest } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findPicture, deletePicture, savePicture } from './store/details.ts';

type Needs = Pick<Services, 'clock' | 'db'>;

const MAGIC_NUMBERS: Readonly<Record<string, RegExp>> = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n/,
  webp: /^RIFF[^]{4}WEBP/,
};
const MAGIC_NUMBER_BYTES = 12;

export async function getPicture(services: Needs, actor: Actor): Outcome<Picture, Failure> {
  return ok({ picture: await findPicture(services.db, actor.person.id) });
}

/** Sets the picture. It is stored in the database, because only its owner loads it, and responses are not cached. */
export async function setPicture(
  services: Needs,
  actor: Actor,
  { picture }: SetPictureRequest,
): Outcome<undefined, Failure> {
  if (!matchesDeclaredType(picture)) {
    return err({ code: 'invalid_request', issues: [{ path: 'picture', code: 'wrong_format' }] });
  }
  await savePicture(services.db, { userId: actor.person.id, picture, now: services.clock.now() });
  return ok(undefined);
}

export async function removePicture(services: Needs, actor: Actor): Outcome<undefined, Failure> {
  await deletePicture(services.db, actor.person.id);
  return ok(undefined);
}

function matchesDeclaredType(picture: string): boolean {
  const [, kind = '', data = ''] = /^data:image\/(\w+);base64,(.+)$/.exec(picture) ?? [];
  const bytes = Buffer.from(data.slice(0, 64), 'base64');
  return MAGIC_NUMBERS[kind]?.test(bytes.toString('latin1', 0, MAGIC_NUMBER_BYTES)) ?? false;
}
