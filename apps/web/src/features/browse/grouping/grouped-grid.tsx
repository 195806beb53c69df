import type { NodeId, NodeView } from '@coffer/contracts';
import { useMemo } from 'react';
import type { Listing } from '../../../api/nodes.ts';
import { groupsQuery } from '../../../api/details/item-groups.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { useToday } from '../../../lib/hooks/use-today.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { currentLocale } from '../../../lib/language/i18n.ts';
import { regionalTag } from '../../../lib/language/locales.ts';
import { Grid, type GridProps } from '../../../ui/grid/index.ts';
import { gridGroups } from '../../../ui/grid/groups/grid-groups.tsx';
import type { RowGroup } from '../../../ui/grid/groups/group-lines.ts';
import { kindName } from '../kinds/file-kind.ts';
import { useText as usePageText } from '../texts.ts';
import { dateGroups } from './date-groups.ts';
import { type CountedKey, kindGroups } from './kind-groups.ts';
import { useText } from './texts.ts';

interface GroupedGridProps extends GridProps<NodeView> {
  readonly folderId: NodeId;
  readonly listing: Listing;
}

/**
 * A list grouped by date or kind. The server sends the group sizes, so that no rows need to be loaded to count them.
 */
export function GroupedGrid({ folderId, listing, ...grid }: GroupedGridProps) {
  const text = useText();
  const formats = useFormats();
  const groups = useGroups(folderId, listing);
  return (
    <Grid
      {...grid}
      groups={gridGroups(groups, grid.rowCount, { menu: text('browse.group.go'), count: formats.number })}
    />
  );
}

function useGroups(folderId: NodeId, listing: Listing): readonly RowGroup[] {
  const text = useText();
  const pageText = usePageText();
  const today = useToday().getTime();
  const locale = regionalTag(currentLocale());
  const future = text('browse.group.future');
  const dates = useMemo(() => dateGroups(new Date(today), locale, future), [today, locale, future]);
  const isByDate = listing.sort === 'modified';
  const since = isByDate ? dates.map((date) => date.since) : undefined;
  const { data } = useQuery(groupsQuery(folderId, listing, since));
  if (data === undefined) return [];
  const dateLabel = ({ key, count }: CountedKey): RowGroup => ({
    count,
    label: dates.find((date) => date.since === key)?.label ?? text('browse.group.older'),
  });
  const files = isByDate
    ? data.files.map(dateLabel)
    : kindGroups(data.files, {
        kindOf: (mediaType) => kindName(pageText, { kind: 'file', name: '', mediaType, sizeBytes: 0 }),
        withType: (kind, type) => text('browse.group.kindOf', { kind, type }),
        rest: text('browse.group.otherKinds'),
      });
  return data.folders === 0
    ? files
    : [{ label: text('browse.group.folders'), count: data.folders }, ...files];
}
