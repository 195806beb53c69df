import { LIMITS } from '@coffer/contracts';
import type { Formats } from '../../../lib/language/format.ts';
import type { Refused } from './share-with.ts';
import type { ShareText } from './texts.ts';

interface Texts {
  readonly text: ShareText;
  readonly formats: Pick<Formats, 'date'>;
  /** Whether removed access should have been given back. */
  readonly isUndo?: boolean;
}

/** Returns one sentence for each reason of refusal, and for each grant that stays. */
export function refusalOf(
  { text, formats, isUndo = false }: Texts,
  refusals: readonly (Refused & { readonly name: string })[],
): string | undefined {
  const alike = Map.groupBy(refusals, ({ code, held }) => JSON.stringify([keyOf({ code, held }), held]));
  const sentences = [...alike.values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const names = some.map(({ name }) => name).join(', ');
    const held = first.held === undefined ? '' : formatTerms({ text, formats }, first.held);
    return text(isUndo ? undoKeyOf(first) : keyOf(first), {
      names,
      count: some.length,
      held,
      max: LIMITS.usernameLengthMax,
    });
  });
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

export function formatTerms(
  { text, formats }: Texts,
  { role, expiresAt = null }: NonNullable<Refused['held']>,
): string {
  const end =
    expiresAt === null ? text('share.held.noEnd') : text('share.until', { date: formats.date(expiresAt) });
  return `${text(`share.role.${role}`)} · ${end}`;
}

function undoKeyOf(refused: Refused) {
  const key = keyOf(refused);
  return key === 'share.refused.differs' ? 'share.undo.differs' : key;
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
    case 'too_long':
      return 'share.refused.tooLong';
    case 'rate_limited':
      return 'share.refused.tired';
    case 'person_not_found':
    case 'group_not_found':
      return 'share.refused.gone';
    default:
      return 'share.refused.other';
  }
}
