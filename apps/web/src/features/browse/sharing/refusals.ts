import type { Formats } from '../../../lib/language/format.ts';
import type { Refused } from './share-with.ts';
import type { ShareText } from './texts.ts';

interface Texts {
  readonly text: ShareText;
  readonly formats: Pick<Formats, 'date'>;
}

/** Returns one sentence for each reason of refusal, and for each grant that stays. */
export function refusalOf(
  { text, formats }: Texts,
  refusals: readonly (Refused & { readonly name: string })[],
): string | undefined {
  const alike = Map.groupBy(refusals, ({ code, held }) => JSON.stringify([keyOf({ code, held }), held]));
  const sentences = [...alike.values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const names = some.map(({ name }) => name).join(', ');
    const held = formatHeld({ text, formats }, first.held);
    return text(keyOf(first), { names, count: some.length, held });
  });
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function formatHeld({ text, formats }: Texts, held: Refused['held']): string {
  if (held === undefined) return '';
  const { role, expiresAt = null } = held;
  const end =
    expiresAt === null ? text('share.held.noEnd') : text('share.until', { date: formats.date(expiresAt) });
  return `${text(`share.role.${role}`)} · ${end}`;
}

function keyOf({ code, held }: Refused) {
  switch (code) {
    case 'has_access_already':
      return 'share.refused';
    case 'grant_differs':
      return held === undefined ? 'share.refused.other' : 'share.refused.differs';
    case 'not_allowed':
      return 'share.refused.own';
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
