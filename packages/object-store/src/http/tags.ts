import { err, ok, type Result } from '@coffer/kit';
import type { ObjectTags } from '../disk/records.ts';
import { refusal, type S3Error } from '../errors.ts';
import { childNamed, childrenNamed, childText, type XmlElement } from '../xml/parse.ts';
import type { HeaderFields } from './message.ts';

const TAGS_MAX = 10;
const KEY_CHARACTERS_MAX = 128;
const VALUE_CHARACTERS_MAX = 256;
const CHARACTERS = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

/**
 * Fails with InvalidTag. Undefined for an empty list. @see
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html
 */
function checkTags(tags: ObjectTags): Result<ObjectTags | undefined, S3Error> {
  if (tags.length > TAGS_MAX)
    return err(refusal('BadRequest', `Object tags cannot be greater than ${TAGS_MAX}`));
  const keys = new Set(tags.map((tag) => tag.key));
  if (keys.size < tags.length) {
    return err(refusal('InvalidTag', 'Cannot provide multiple Tags with the same key'));
  }
  for (const { key, value } of tags) {
    const isKey = key.length > 0 && key.length <= KEY_CHARACTERS_MAX && CHARACTERS.test(key);
    if (!isKey || /^aws:/i.test(key)) {
      return err(refusal('InvalidTag', 'The TagKey you have provided is invalid'));
    }
    if (value.length > VALUE_CHARACTERS_MAX || !CHARACTERS.test(value)) {
      return err(refusal('InvalidTag', 'The TagValue you have provided is invalid'));
    }
  }
  return ok(tags.length === 0 ? undefined : tags);
}

export function readTagging(document: XmlElement): Result<ObjectTags | undefined, S3Error> {
  const set = document.name === 'Tagging' ? childNamed(document, 'TagSet') : undefined;
  if (set === undefined) return err(refusal('MalformedXML'));
  return checkTags(
    childrenNamed(set, 'Tag').map((tag) => ({
      key: childText(tag, 'Key') ?? '',
      value: childText(tag, 'Value') ?? '',
    })),
  );
}

/** Format: `x-amz-tagging: a=1&b=2`, percent-encoded. */
export function parseTagHeader(headers: HeaderFields): Result<ObjectTags | undefined, S3Error> {
  const header = headers['x-amz-tagging'];
  if (header === undefined || header === '') return ok(undefined);
  const tags: ObjectTags = [];
  for (const piece of header.split('&')) {
    const equals = piece.indexOf('=');
    const key = decode(equals === -1 ? piece : piece.slice(0, equals));
    const value = decode(equals === -1 ? '' : piece.slice(equals + 1));
    if (key === undefined || value === undefined) {
      return err(
        refusal(
          'InvalidArgument',
          "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name duplicates.",
        ),
      );
    }
    tags.push({ key, value });
  }
  return checkTags(tags);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
