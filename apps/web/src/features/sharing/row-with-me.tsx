import { useToday } from '../../lib/hooks/use-today.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Leave } from './leave.tsx';
import { type RowWays, SharedRow } from './shared-row.tsx';
import { useText } from './texts.ts';
import type { SharedWithMe } from './use-shared-pages.ts';

interface RowWithMeProps extends RowWays {
  readonly item: SharedWithMe;
}

export function RowWithMe({ item, ...ways }: RowWithMeProps) {
  return (
    <SharedRow
      {...ways}
      item={item}
      facts={useFacts(item)}
      message={item.grant.message}
      end={item.through === undefined && <Leave node={item.node} holderId={item.grant.holderId} />}
    />
  );
}

function useFacts({ grant, grantedBy, through }: SharedWithMe): readonly string[] {
  const text = useText();
  const formats = useFormats();
  const today = useToday();
  return [
    ...(grantedBy === null ? [] : [text('shared.by', { name: grantedBy })]),
    ...(through === undefined ? [] : [text('shared.through', { name: through })]),
    text(`shared.role.${grant.role}`),
    formats.friendlyDate(grant.grantedAt, today),
    ...(grant.expiresAt === null ? [] : [text('shared.until', { date: formats.date(grant.expiresAt) })]),
  ];
}
