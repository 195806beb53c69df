import { SHARED_LISTS, type SharedList, type SharedSorting } from '../../api/sharing/sharing.ts';
import { PageTabs } from '../../ui/page/page-tabs.tsx';
import { LINKS_ADDRESS, sharedAddress } from './shared-address.ts';
import { useText } from './texts.ts';

interface SharedTabsProps {
  readonly current: SharedList | 'links';
  readonly sorting: SharedSorting;
}

export function SharedTabs({ current, sorting }: SharedTabsProps) {
  const text = useText();
  return (
    <PageTabs
      label={text('shared.title')}
      links={[
        ...SHARED_LISTS.map((list) => ({
          href: sharedAddress({ list, sorting }),
          label: text(`shared.${list}`),
          isCurrent: list === current,
        })),
        { href: LINKS_ADDRESS, label: text('shared.links'), isCurrent: current === 'links' },
      ]}
    />
  );
}

/** The title of the page, for a list of another feature. */
export function useSharedTitle(): string {
  return useText()('shared.title');
}
