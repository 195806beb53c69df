import { PageTabs } from '../../ui/page/page-tabs.tsx';
import { LIST_PATH } from './groups-address.ts';
import { useText } from './texts.ts';

export function Tabs() {
  const text = useText();
  return (
    <PageTabs
      label={text('groups.tabs')}
      links={[
        { href: '/admin/people', label: text('groups.tabs.people'), isCurrent: false },
        { href: LIST_PATH, label: text('groups.title'), isCurrent: true },
      ]}
    />
  );
}
