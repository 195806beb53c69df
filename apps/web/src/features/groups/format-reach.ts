import type { GroupsText } from './texts.ts';

/** For example "2 spaces · 5 shared items". */
export function formatReach(
  text: GroupsText,
  { spaces, shared }: { readonly spaces: number; readonly shared: number },
): string {
  const parts = [
    ...(spaces === 0 ? [] : [text('groups.spaces', { count: spaces })]),
    ...(shared === 0 ? [] : [text('groups.shared', { count: shared })]),
  ];
  return parts.length === 0 ? text('groups.noReach') : parts.join(' · ');
}
