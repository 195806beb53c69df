import type { ShareText } from './texts.ts';

interface Refused {
  readonly name: string;
  readonly code: string;
}

/** Returns one sentence for each reason of refusal. */
export function refusalOf(text: ShareText, refusals: readonly Refused[]): string | undefined {
  const sentences = [...Map.groupBy(refusals, ({ code }) => keyOf(code))].map(([key, some]) =>
    text(key, { names: some.map(({ name }) => name).join(', '), count: some.length }),
  );
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function keyOf(code: string) {
  switch (code) {
    case 'has_access_already':
      return 'share.refused';
    case 'already_invited':
      return 'share.refused.invited';
    case 'pool_key_missing':
      return 'share.invite.cannotJoin';
    case 'rate_limited':
      return 'share.refused.tired';
    case 'person_not_found':
    case 'group_not_found':
      return 'share.refused.gone';
    default:
      return 'share.refused.other';
  }
}
